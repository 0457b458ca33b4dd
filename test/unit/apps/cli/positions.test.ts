import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lines } from '#apps/cli/gate/positions.ts';

test('a position counts lines of any ending, and columns in code points', () => {
  const text = 'a\r\n😀b\rc\n\n\td';
  const lines = new Lines(text);
  const placeOf = (character: string) => {
    const { line, column } = lines.at([...text].indexOf(character));
    return `${line}:${column}`;
  };
  assert.deepEqual(['a', '😀', 'b', 'c', 'd'].map(placeOf), ['1:1', '2:1', '2:2', '3:1', '5:2']);
  assert.deepEqual(lines.at([...text].length), { line: 5, column: 3 });
  assert.deepEqual(new Lines('').at(0), { line: 1, column: 1 });
});
