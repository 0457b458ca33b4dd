/** Whether a language model is good enough to be trusted, by what was measured, in words for people. */
import type { ClaimForm, QuestionForms, TextForm } from '#contracts/ports/organization-models.ts';
import type { CheckFigures, ModelCheck } from './check-record.ts';

interface Thresholds {
  /** Of the claims that the documents settle, this share is settled rightly. */
  settled: number;
  /** Of those called supported, or contradicted, this share is right. */
  supported: number;
  contradicted: number;
  /** No larger share of the wrong claims comes out as supported. */
  let_through: number;
  /** No larger share of the questions has no answer. */
  unanswered: number;
}

/** As docs/how-to/language-model.md states them. */
export const THRESHOLDS: Readonly<Record<'trusted' | 'with_care', Thresholds>> = {
  trusted: { settled: 0.5, supported: 0.97, contradicted: 0.9, let_through: 0.02, unanswered: 0.05 },
  with_care: { settled: 0.1, supported: 0.93, contradicted: 0.8, let_through: 0.05, unanswered: 0.25 },
};
/** Fewer verdicts of a kind show nothing of how often they are right. */
const LEAST_SAID = { trusted: 20, with_care: 5 } as const;

/** What keeps a model from being trusted so far; none: nothing does. */
function reasonsAgainst(figures: CheckFigures, level: keyof typeof THRESHOLDS): string[] {
  const wanted = THRESHOLDS[level];
  const { supported, contradicted, settled_rightly, could_settle, let_through, wrong_claims, unanswered, questions } =
    figures;
  const reasons: string[] = [];
  if (share(settled_rightly, could_settle) < wanted.settled) reasons.push('it settles too little');
  if (supported.said + contradicted.said < LEAST_SAID[level]) reasons.push('too few verdicts to tell');
  if (supported.said > 0 && share(supported.right, supported.said) < wanted.supported)
    reasons.push('too many of its "supported" are wrong');
  if (contradicted.said > 0 && share(contradicted.right, contradicted.said) < wanted.contradicted)
    reasons.push('too many of its "contradicted" are wrong');
  if (share(let_through, wrong_claims) > wanted.let_through) reasons.push('it lets too many wrong claims through');
  if (share(unanswered, questions) > wanted.unanswered) reasons.push('too many questions get no answer');
  return reasons;
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

export function trustIn(figures: CheckFigures): ModelCheck['trust'] {
  if (reasonsAgainst(figures, 'trusted').length === 0) return 'trusted';
  return reasonsAgainst(figures, 'with_care').length === 0 ? 'with_care' : 'not_trusted';
}

const CLAIM_WORDS: Record<ClaimForm, string> = {
  several: 'up to four claims at once',
  passages: 'eight passages at once',
  few: 'three passages at once',
  single: 'one passage at a time',
  words: 'one passage at a time, answered in words',
};
const TEXT_WORDS: Record<TextForm, string> = {
  statements: 'half a page at once',
  lines: 'some sentences at once, answered in lines',
  none: 'not asked, rules take them apart',
};

export function formWords({ claims, text }: QuestionForms): string {
  return `asked about claims: ${CLAIM_WORDS[claims]}; about texts: ${TEXT_WORDS[text]}`;
}

/** The verdict on the model, in one sentence. */
export function trustWords({ trust, figures }: Pick<ModelCheck, 'trust' | 'figures'>): string {
  if (trust === 'trusted') return 'good enough to be trusted on texts like these';
  const reasons = reasonsAgainst(figures, trust === 'with_care' ? 'trusted' : 'with_care').join(', ');
  if (trust === 'with_care')
    return `of use where a person looks at its verdicts, but not to be trusted alone: ${reasons}`;
  return `not good enough to be trusted: ${reasons}`;
}

/** The result of the check, for people. */
export function checkWords({ forms, figures, trust }: Pick<ModelCheck, 'forms' | 'figures' | 'trust'>): string[] {
  const { articles, claims, could_settle, settled_rightly, supported, contradicted, questions, unanswered } = figures;
  const side = ({ said, right }: { said: number; right: number }) =>
    said === 0 ? 'none' : `${said}, ${right} of them rightly (precision ${(right / said).toFixed(2)})`;
  const { made_claims, input_tokens, output_tokens, milliseconds_per_claim: milliseconds } = figures;
  const each = (value: number) => Math.round(value / Math.max(1, made_claims));
  const tokens =
    input_tokens === null || output_tokens === null
      ? 'its server counts no tokens'
      : `${each(input_tokens)} tokens in and ${each(output_tokens)} out`;
  const time = milliseconds === null ? 'time not measured' : `${(milliseconds / 1_000).toFixed(1)} s`;
  const perClaim = (questions / Math.max(1, made_claims)).toFixed(2);
  return [
    `${articles} articles, ${claims} claims, of which the documents settle ${could_settle}`,
    `settled rightly: ${settled_rightly} (${share(settled_rightly, could_settle).toFixed(2)})`,
    `supported: ${side(supported)}`,
    `contradicted: ${side(contradicted)}`,
    `wrong claims let through as supported: ${figures.let_through} of ${figures.wrong_claims}`,
    `a claim takes ${perClaim} questions, ${time}, ${tokens}; ${unanswered} of ${questions} questions had no answer`,
    formWords(forms),
    trustWords({ trust, figures }),
  ];
}
