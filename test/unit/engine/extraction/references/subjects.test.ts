/** What "it", "them" and "we" mean: the main clause's subject, what was counted, a label, the one who signs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';

function last(content: string) {
  const { claims } = extract({ content, question: '', requestedAt: '2026-11-21T10:00:00Z', direct: false });
  const { normalized_claim, ambiguous_dependencies } = claims.at(-1)!;
  return { text: normalized_claim, open: ambiguous_dependencies };
}

const settled = (text: string) => ({ text, open: [] });

/** [what it shows, the text, the last claim] */
const SETTLED: [string, string, string][] = [
  [
    'whom the sentence before brought in, not who appointed them',
    'Volvo appointed a chief executive. She is from Leeds.',
    'The chief executive is from Leeds.',
  ],
  [
    '"of them" is of what was counted, not of those who counted',
    'The dealers counted thirty boats. Two of them sank.',
    'Two of thirty boats sank.',
  ],
  [
    '"it" in a later clause is the subject of the main one',
    'The engine was raised, although many drivers were afraid to use it.',
    'Many drivers were afraid to use the engine.',
  ],
  [
    '"it" after a fronted phrase is what the sentence before is about',
    'The Karsund Mill opened in 1990. Launched from Oslo in 1995, it needed two years.',
    'The Karsund Mill needed two years.',
  ],
  [
    'a subject with "itself" is the subject',
    'The mill itself went on for years. Its flour was famous.',
    "The mill's flour was famous.",
  ],
  [
    'a subject with a relative clause is the subject',
    'A defect, which harmed the data, had been found in May. It was cured in June.',
    'The defect was cured in June.',
  ],
  [
    'a subject that possesses keeps its possessor',
    'The Harcombe Bequest was left to Karsund. All of its volumes can be lent. The oldest of them was printed in 1583.',
    "The oldest of the Harcombe Bequest's volumes was printed in 1583.",
  ],
  [
    'the only name that was blamed is "he"',
    'It was Barlow and Yolland who named Bouch as the culprit. He was dead by then.',
    'Bouch was dead by then.',
  ],
  [
    'a label stays what "it" means in its list item',
    '- Newsletter: It comes out monthly. The shop sells lamps. Roughly 4,000 people receive it.',
    'Roughly 4,000 people receive the newsletter.',
  ],
  [
    'a title is not its last noun',
    'Undergraduates of Karsund University may borrow books. The trust was left to the university in 1931.',
    'The trust was left to the university in 1931.',
  ],
  [
    'a quoted pronoun stays as written',
    'Mary Anning sold shells. The verse "She sells sea shells" is said to be about her.',
    'The verse "She sells sea shells" is said to be about Mary Anning.',
  ],
  [
    '"we" in a signed letter is whom the letter speaks for',
    "Dear Ada,\n\nA returned lamp is welcome. We'll bear the postage in May 2025.\n\nKind regards,\nPetra, Brindle support",
    'Brindle will bear the postage in May 2025.',
  ],
  ['"our" in a place leaves nothing open', 'The motor was quieter in our lab.', 'The motor was quieter in our lab.'],
  ['"we" in a case leaves nothing open', 'The fee rises once we add a seat.', 'The fee rises once we add a seat.'],
  [
    '"he or she" is the person in the sentence',
    'Ada Stone sells lamps. A customer pays if he or she is late.',
    'A customer pays if he or she is late.',
  ],
];

for (const [what, content, expected] of SETTLED) test(what, () => assert.deepEqual(last(content), settled(expected)));

describe('what stays open', () => {
  const cases: [string, string, string][] = [
    ['"it" after "ours"', 'The council runs six blocks. Ours in Tannery Lane will be shut. It was costly.', 'It'],
    [
      '"it" after an "it" that stayed open',
      'Insurance is included. If a cello was stolen, it is lost. It is never insured.',
      'It',
    ],
    ['"our" in a subject', 'Our profit rose by 4 percent in 2024.', 'Our'],
    ['"she" after two who may be meant', 'Rotvang met a manager. She is from Leeds.', 'She'],
  ];
  for (const [what, content, word] of cases) test(what, () => assert.deepEqual(last(content).open, [word]));
});

test('what goes on from a condition has the condition only noted beside it', () => {
  const { claims } = extract({
    content:
      'Once parking has been paid for, some €900 should be left over in a full year, and this money is meant for the roof.',
    question: '',
    requestedAt: '2026-11-21T10:00:00Z',
    direct: false,
  });
  assert.equal(claims[1]!.normalized_claim, 'This money is meant for the roof.');
  assert.match(claims[1]!.unresolved_ambiguity[0]!, /^"Once parking has been paid for" may hold/);
});
