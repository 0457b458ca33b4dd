/** Texts beside the articles from which the versions of the engine are told apart: what articles seldom have. */

const MYTH = 'The Eiffel Tower is 500 metres tall.';
const FACT = 'The Eiffel Tower is 330 metres tall.';
const FILED = 'The tenant filed a claim on 3 March 2021.';

/** Claims, and the page that they are held against. */
type Held = readonly [claims: readonly string[], page: string];

export const FACT_CHECKS: readonly Held[] = [
  ...[
    'False',
    'True',
    'Mostly true',
    'Hardly true',
    'Completely false',
    'Misleading',
    'True, but it needs context',
  ].flatMap((rating): Held[] => [
    [[MYTH, FACT], `<p>Claim: ${MYTH} Rating: ${rating}.</p>`],
    [[MYTH, FACT], `<p>${MYTH}</p><p>Our verdict: ${rating}</p>`],
    [[MYTH, FACT], `<p>The post reads: “${MYTH}” This claim is ${rating.toLowerCase()}.</p>`],
  ]),
  [[MYTH, FACT], `<h2>Common myths about the tower</h2><p>${MYTH}</p>`],
  [[MYTH, FACT], `<h3>Myth</h3><p>${MYTH}</p><h3>Fact</h3><p>${FACT}</p>`],
  [[FILED], `<p>${FILED} The claim was unfounded.</p>`],
  [['The tenant claimed that the flat was damp.'], '<p>The tenant claimed that the flat was damp. This was false.</p>'],
  [[MYTH, FACT], `<p>The Eiffel Tower is not 500 metres tall. It is 330 metres tall.</p>`],
];

export const HIDDEN_AND_SEEN: readonly Held[] = ['#fff', 'inherit', 'unset'].map((colour) => [
  [FACT],
  `<p style="color:${colour};background-color:${colour}">${FACT}</p><p>It stands in Paris.</p>`,
]);

export const REMARKS: readonly string[] = [
  'Vaccines cause autism…',
  'We have to …',
  '... in order to give people a way.',
  'I think the film is great, and the firm cut its bill by 40 percent.',
  'Sea levels will rise next century. They should close the road.',
  'According to the mayor, the bridge in Kendal opened in 1937 and was closed in 1972.',
];
