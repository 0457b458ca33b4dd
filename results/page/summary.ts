import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { html, type Markup } from '#markup/html.ts';
import { numbers } from './actions.ts';
import { GROUPS } from './groups.ts';
import { groupsOf, type Overview } from './overview.ts';
import {
  capitalised,
  codeAndWords,
  coverageWords,
  plain,
  RISK_WORDS,
  riskReason,
  unverifiableWords,
  VERDICT_WORDS,
  VERDICTS_SHOWN,
} from './words.ts';

/** What a reader in a hurry needs: the statement, and how many claims are what. */
export function summarySection(result: VerificationResult, overview: Overview): Markup {
  return html`<section>
<p class="statement" dir="auto">${result.overall_statement}</p>
${countsBar(result.counts, overview)}
</section>`;
}

/** How far the result can be relied on: the risk, what was examined, and everything that went otherwise than it should. */
export function limitsSection(result: VerificationResult, overview: Overview): Markup {
  const { risk, coverage } = result;
  const missing = coverage.missing_or_uncertain_spans;
  return html`<section class="limits"><h2>Risk and limits</h2>
<dl class="facts">
<dt>Risk</dt><dd><b class="risk-${risk.level}">${RISK_WORDS[risk.level]}</b>: ${riskReason(result)}.${driversOf(result, overview)}</dd>
<dt>Coverage</dt><dd><b>${capitalised(coverage.status)}</b>: ${coverageWords(result)}.${
    missing.length === 0
      ? null
      : html`<br>Passages that look factual and gave no claim:<ul>${missing.map((text) => html`<li dir="auto">${text}</li>`)}</ul>`
  }</dd>
<dt>Unverifiable</dt><dd>${capitalised(unverifiableWords(result, overview.reasons))}.</dd>
${result.limitations.length === 0 ? null : html`<dt>Limits</dt><dd><ul>${result.limitations.map(limitation)}</ul></dd>`}
</dl>
</section>`;
}

function limitation(text: string): Markup {
  const { code, words } = codeAndWords(text);
  return html`<li dir="auto">${words}${code === '' ? null : html` <small>${code}</small>`}</li>`;
}

/** The drivers: links to the claims that they name, and the others in words. */
function driversOf({ risk }: VerificationResult, { drivers }: Overview): Markup | null {
  const named = drivers.filter((claim) => claim !== null);
  const others = risk.drivers.filter((_, at) => drivers[at] === null);
  const parts = [
    ...(named.length === 0 ? [] : [numbers(named)]),
    ...others.map((text) => html`<span dir="auto">${text}</span>`),
  ];
  if (parts.length === 0) return null;
  return html` Driven by ${parts.map((part, at) => (at === 0 ? part : html`; ${part}`))}.`;
}

/** A bar of verdicts with the figures and their meanings below it, so that colour is never the only cue. */
function countsBar(counts: VerificationResult['counts'], overview: Overview): Markup {
  const shown = VERDICTS_SHOWN.filter((verdict) => counts[verdict] > 0);
  const groups = groupsOf(overview);
  return html`<div class="bar" aria-hidden="true">${shown.map(
    (verdict) => html`<span class="${verdict}" style="flex-grow:${counts[verdict]}"></span>`,
  )}</div>
<ul class="counts">${VERDICTS_SHOWN.map((verdict) => {
    const { label, sign, meaning } = VERDICT_WORDS[verdict];
    const group = groups.find((each) => GROUPS[each]!.verdict === verdict);
    const name = html`${sign} ${counts[verdict]} ${label.toLowerCase()}`;
    return html`<li class="${verdict}"><b>${group === undefined ? name : html`<a href="#group-${group}">${name}</a>`}</b> <span class="meaning">${meaning}</span></li>
`;
  })}</ul>`;
}

/** What the words of the page mean. */
export function legendSection(): Markup {
  const rows: [string, string][] = [
    ...VERDICTS_SHOWN.map((verdict): [string, string] => {
      const { label, sign, meaning } = VERDICT_WORDS[verdict];
      return [`${sign} ${label}`, `${capitalised(meaning)}.`];
    }),
    [
      'Reliability',
      'The estimated probability that a verdict is right, by how often verdicts reached the same way were right. An unverifiable claim has none: nothing was decided.',
    ],
    [
      'Materiality',
      'How much depends on a claim: high where being wrong hurts (health, money, law, safety, the conclusion).',
    ],
    [
      'Risk',
      'Of relying on the text as it is. Contradicted claims weigh most, then disputed, then unverifiable ones; each counts by its materiality.',
    ],
    ['Coverage', 'How much of what the text seems to claim was examined.'],
  ];
  return html`<section class="legend"><h2>How to read this report</h2>
<dl>${rows.map(([name, words]) => html`<dt>${name}</dt><dd>${words}</dd>`)}</dl></section>`;
}

/** Policy and engine versions: what is needed to repeat the verification. */
export function provenanceSection(result: VerificationResult, mode: string): Markup {
  const { engine, coverage, risk } = result;
  const rows: [string, string][] = [
    ['Verification', result.id],
    ['Request', result.request_id],
    ['Profile', result.profile],
    ['Policy', `${result.policy_name}, version ${result.policy_version}`],
    ['Mode', mode],
    ['Extraction', `${engine.extraction_model}, version ${engine.extraction_version}`],
    ['Retrieval', engine.retrieval_configuration],
    ['Judge', engine.judge_configuration],
    ['Risk model', `${risk.model_version}; its score is ${risk.score.toFixed(2)} of 1`],
    ['Coverage method', plain(coverage.method)],
    ['Result schema', engine.result_schema_version],
    ['Content fingerprint', result.original_content_fingerprint],
  ];
  return html`<details class="more"><summary>How this was made</summary>
<table>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>`)}</table></details>`;
}
