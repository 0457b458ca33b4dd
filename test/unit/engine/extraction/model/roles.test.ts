/** Whether a claim that a reader is asked about gives each name the part that it has in its sentence. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSameRoles } from '#engine/extraction/model/roles.ts';
import { plainWords } from '#engine/extraction/model/words.ts';

const keeps = (own: string, claim: string) => hasSameRoles(plainWords(claim, null), plainWords(own, null));

const EXCHANGED: readonly (readonly [own: string, claim: string])[] = [
  ['Carl Peck, beaten by Ada Noll in 1990', 'Carl Peck beat Ada Noll in 1990.'],
  ['Trained by Ada Noll, Ben Ode', 'Ben Ode trained Ada Noll.'],
  ['The club, founded by workers from Orley', 'The club founded workers from Orley.'],
  ['Ada Noll sued Ben Ode', 'Ada Noll was sued by Ben Ode.'],
  ['Ben Ode from Orley to Velmar, taking the children', 'Ben Ode took the children from Velmar to Orley.'],
  ['The prize, given to Ada Noll by Ben Ode', 'The prize was given to Ben Ode by Ada Noll.'],
  ['Ada Noll, arriving after Ben Ode', 'Ben Ode arrived after Ada Noll.'],
  ['Ben Ode, the teacher of Ada Noll', 'Ada Noll is the teacher of Ben Ode.'],
  ['Ada Noll, leaving Ben Ode in 1988', 'Ben Ode left Ada Noll in 1988.'],
  ['Ben Ode, preferring tea to coffee', 'Ben Ode prefers coffee to tea.'],
];
for (const [own, claim] of EXCHANGED) {
  test(`names have exchanged their parts: ${claim.slice(0, 50)}`, () => assert.ok(!keeps(own, claim)));
}

const KEPT: readonly (readonly [own: string, claim: string])[] = [
  ['Carl Peck, beaten by Ada Noll in 1990', 'Ada Noll beat Carl Peck in 1990.'],
  ['Carl Peck, beaten by Ada Noll in 1990', 'Carl Peck was beaten by Ada Noll in 1990.'],
  ['Ada Noll founded Velmar Bank', 'Velmar Bank was founded by Ada Noll.'],
  ['In Velmar Ada Noll met Ben Ode', 'Ada Noll met Ben Ode in Velmar.'],
  ['The prize, given to Ada Noll by Ben Ode', 'Ben Ode gave the prize to Ada Noll.'],
  ['Ada Noll, moving from Orley to Velmar', 'Ada Noll moved to Velmar from Orley.'],
  ['Last Monday Ada Noll fired Ben Ode', 'Ada Noll fired Ben Ode last Monday.'],
  ['the daughter of Ada Noll, Cora Peck', 'Cora Peck is the daughter of Ada Noll.'],
];
for (const [own, claim] of KEPT) {
  test(`names keep their parts: ${claim.slice(0, 50)}`, () => assert.ok(keeps(own, claim)));
}
