import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Slots } from '#platform/queue/slots.ts';

describe('slots', () => {
  it('are as many as were given', () => {
    const slots = new Slots(2);
    assert.deepEqual([slots.take(), slots.take(), slots.take()], [true, true, false]);
    slots.give();
    assert.deepEqual([slots.take(), slots.take()], [true, false]);
  });

  it('go round among those who always want one', () => {
    const slots = new Slots(1);
    const got: string[] = [];
    for (const name of ['a', 'b', 'c']) slots.whenFree(() => void (slots.take() && got.push(name)));
    assert.ok(slots.take());
    for (let n = 0; n < 6; n++) slots.give();
    assert.deepEqual(got, ['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('are not offered to who has left', () => {
    const slots = new Slots(1);
    let asked = 0;
    const forget = slots.whenFree(() => {
      asked++;
      slots.take();
      forget();
    });
    slots.take();
    slots.give();
    slots.give();
    assert.equal(asked, 1);
  });
});
