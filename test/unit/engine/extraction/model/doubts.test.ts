/** Which words of what a statement leaves out keep code from asking about it, and which don't. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, doubtsIn, engine, inputOf, USE } from './listing.ts';

async function isAsked(text: string, pieces: string[], claim: string): Promise<boolean> {
  const replies = (await engine.extractionQuestions(inputOf(text), USE)).map(() =>
    answerOf([
      { sentence: 'S1', pieces, claim },
      { sentence: 'S1', pieces: [text] },
    ]),
  );
  const [request] = await engine.secondQuestions(inputOf(text), { ...USE, replies });
  return request != null && doubtsIn(request).some(({ statement }) => statement === claim);
}

type Case = readonly [what: string, text: string, pieces: string[], claim: string];

const REFUSED: readonly Case[] = [
  [
    'which of them, behind a comma',
    'The workers were paid, half of them in kind.',
    ['The workers were paid'],
    'The workers were paid.',
  ],
  [
    'a limit joined behind a comma',
    'The drug stopped the disease, and only in mice.',
    ['The drug stopped the disease'],
    'The drug stopped the disease.',
  ],
  [
    'a quantity whose noun stands behind a remark',
    'Half, and in Velmar two thirds, of the pupils passed the test.',
    ['the pupils passed the test'],
    'The pupils passed the test.',
  ],
  [
    'a bound set apart from its figure',
    'At most, the inspector found, ten workers were hurt.',
    ['ten workers were hurt'],
    'Ten workers were hurt.',
  ],
  [
    'how many of those it speaks of, before members of theirs',
    'Half of the towns, including Orley, have a school.',
    ['the towns', 'have a school'],
    'The towns have a school.',
  ],
  [
    'what one thing is only like',
    'A bird like a heron nested on the roof.',
    ['a heron nested on the roof'],
    'A heron nested on the roof.',
  ],
  [
    'a condition with a capital behind a colon',
    'Rule 4: Until Ben Ode pays, the shop is shut.',
    ['the shop is shut'],
    'The shop is shut.',
  ],
  [
    'how many, with a capital behind a colon',
    'Result: Few Orley pupils passed the test.',
    ['Orley pupils passed the test'],
    'Orley pupils passed the test.',
  ],
  [
    'that somebody stands in for a coach',
    'Ben Ode is the acting coach of Velmar United.',
    ['Ben Ode is the', 'coach of Velmar United'],
    'Ben Ode is the coach of Velmar United.',
  ],
  [
    'in which film, behind an “and”',
    'Ada Noll starred in Tides and in the film killed Ben Ode.',
    ['Ada Noll', 'killed Ben Ode'],
    'Ada Noll killed Ben Ode.',
  ],
  [
    'an exception',
    'Everyone in the choir, aside from Ada Noll, and the band sang.',
    ['Everyone in the choir', 'sang'],
    'Everyone in the choir sang.',
  ],
  [
    'a condition behind two clauses',
    'The fair opens at noon and the bar closes at six unless it rains.',
    ['The fair opens at noon'],
    'The fair opens at noon.',
  ],
  [
    'a condition in front of two clauses',
    'If Ada Noll pays, the fair opens, and the bar is free.',
    ['the bar is free'],
    'The bar is free.',
  ],
  [
    'in which plan, in front of two clauses',
    'Under the plan Orley is sold, and the mill is closed.',
    ['the mill is closed'],
    'The mill is closed.',
  ],
  [
    'who wishes it, in front of two clauses',
    'Ada Noll wishes the mill was safe, and the shop was clean.',
    ['the shop was clean'],
    'The shop was clean.',
  ],
  [
    'a clause that takes it back',
    'The mill was sold in May, but that is not true.',
    ['The mill was sold in May'],
    'The mill was sold in May.',
  ],
];
for (const [what, text, pieces, claim] of REFUSED) {
  test(`nobody is asked about what leaves out ${what}`, async () => {
    assert.equal(await isAsked(text, pieces, claim), false);
  });
}

const ASKED: readonly Case[] = [
  ['for whom somebody was so', 'For Ben Ode, Ada Noll was a thief.', ['Ada Noll was a thief'], 'Ada Noll was a thief.'],
  [
    'as whom somebody acted',
    'Ben Ode, as Hamlet, killed the king and died.',
    ['Ben Ode', 'killed the king'],
    'Ben Ode killed the king.',
  ],
  [
    'who did it with somebody',
    'Ada Noll won the cup with Ben Ode, her brother, and retired.',
    ['Ben Ode', 'retired'],
    'Ben Ode retired.',
  ],
  [
    'members of several things alike',
    'Ada Noll sang songs like Tides and moved into management, taking charge of Orley.',
    ['Ada Noll', 'taking charge of Orley'],
    'Ada Noll took charge of Orley.',
  ],
  [
    'an acting school',
    'Ada Noll left an acting school, taking charge of Orley in 1988.',
    ['Ada Noll', 'taking charge of Orley in 1988'],
    'Ada Noll took charge of Orley in 1988.',
  ],
  [
    'a title that counts',
    'Ada Noll starred as Kade in The Last Boy, taking charge of Orley in 1988.',
    ['Ada Noll', 'taking charge of Orley in 1988'],
    'Ada Noll took charge of Orley in 1988.',
  ],
  [
    'whose role somebody plays',
    'Ben Ode, playing a thief, stole the ring and fled.',
    ['Ben Ode', 'stole the ring'],
    'Ben Ode stole the ring.',
  ],
  [
    'to whom somebody was born',
    'Ada Noll, born to Carl Peck, a smuggler, and a singer, moved to Orley.',
    ['Ada Noll', 'a smuggler'],
    'Ada Noll is a smuggler.',
  ],
  [
    'a clause of its own behind a denial',
    'A guide who finds nothing costs you 65 euros, though most visitors never need one.',
    ['A guide who finds nothing costs you 65 euros'],
    'A guide who finds nothing costs you 65 euros.',
  ],
  [
    'a clause of its own behind a condition',
    'If it rains, only the hall is open, and from noon on the bar is free.',
    ['If it rains, only the hall is open'],
    'If it rains, only the hall is open.',
  ],
  [
    'a further predicate of what somebody says',
    'Ada Noll, the youngest of the three, has bought two mills and is said to want a third.',
    ['Ada Noll', 'has bought two mills'],
    'Ada Noll has bought two mills.',
  ],
];
for (const [what, text, pieces, claim] of ASKED) {
  test(`a reader is asked about what leaves out ${what}`, async () => {
    assert.equal(await isAsked(text, pieces, claim), true);
  });
}
