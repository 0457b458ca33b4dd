import type { HintKind } from '#common/hint-words.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import { html, type Markup } from '#markup/html.ts';
import { count, percent, plain, RISK_WORDS, VERDICT_WORDS } from './words.ts';

const VERDICTS_SHOWN = Object.keys(VERDICT_WORDS) as Verdict[];

/** What a reader in a hurry needs: the statement, the four figures, what drives the risk, what is missing. */
export function summarySection(
  result: VerificationResult,
  claims: readonly { number: number; hint: HintKind | null }[],
): Markup {
  const { risk, coverage, abstention, counts } = result;
  return html`<section class="summary">
<p class="statement">${result.overall_statement}</p>
<div class="tiles">
<div class="tile risk-${risk.level}"><h3>Risk</h3><p class="figure">${RISK_WORDS[risk.level]}</p>
<p>score ${risk.score.toFixed(2)} of 1</p></div>
<div class="tile"><h3>Claims</h3><p class="figure">${claims.length}</p>
<p>${count(abstention.material_count, 'material claim')} undecided</p></div>
<div class="tile"><h3>Coverage</h3><p class="figure">${percent(coverage.score)}</p>
<p>${coverage.status}; the policy asks for ${percent(coverage.threshold)}</p></div>
<div class="tile"><h3>Undecided</h3><p class="figure">${percent(abstention.rate)}</p>
<p>${count(abstention.count, 'claim')} of those that can be checked</p></div>
</div>
${countsBar(counts)}
${namedList('What drives the risk', risk.drivers)}
${abstention.count === 0 ? null : html`<h3>Why claims stayed undecided</h3><p>${abstention.explanation}</p>`}
${readFirst(claims)}${namedList('Passages that look factual and gave no claim', coverage.missing_or_uncertain_spans)}
</section>`;
}

const READ_FIRST = [
  ['differs', 'The nearest passage differs in a part:'],
  ['support', 'The nearest passage reads like support:'],
] as const;

/** Open claims that a passage may settle, those that differ first. */
function readFirst(claims: readonly { number: number; hint: HintKind | null }[]): Markup | null {
  const found = READ_FIRST.map(([kind, words]) => ({ words, own: claims.filter(({ hint }) => hint === kind) }));
  if (found.every(({ own }) => own.length === 0)) return null;
  return html`<h3>Undecided claims to read first</h3><ul class="read-first">${found.map(({ words, own }) =>
    own.length === 0
      ? null
      : html`<li>${words}${own.map(({ number }) => html` <a href="#claim-${number}">${number}</a>`)}</li>`,
  )}</ul>\n`;
}

/** A bar of verdicts with the figures below it, so that colour is never the only cue. */
function countsBar(counts: VerificationResult['counts']): Markup {
  const shown = VERDICTS_SHOWN.filter((verdict) => counts[verdict] > 0);
  return html`<div class="bar" aria-hidden="true">${shown.map(
    (verdict) => html`<span class="${verdict}" style="flex-grow:${counts[verdict]}"></span>`,
  )}</div>
<ul class="legend">${VERDICTS_SHOWN.map((verdict) => {
    const { label, sign, meaning } = VERDICT_WORDS[verdict];
    return html`<li class="${verdict}" title="${meaning}"><b>${sign} ${label}</b> ${counts[verdict]}</li>`;
  })}</ul>`;
}

function namedList(title: string, items: readonly string[]): Markup | null {
  if (items.length === 0) return null;
  return html`<h3>${title}</h3><ul>${items.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`;
}

export function limitationsSection(result: VerificationResult): Markup {
  return html`<section><h2>Limitations</h2>
<ul><li>Supported means that sufficient suitable evidence was found under the policy below. It is not a guarantee of truth.</li>
${result.limitations.map((limitation) => html`<li dir="auto">${limitation}</li>`)}</ul></section>`;
}

/** Policy and engine versions: what is needed to repeat the verification. */
export function provenanceSection(result: VerificationResult, mode: string): Markup {
  const { engine, coverage, risk } = result;
  const rows: [string, string][] = [
    ['Profile', result.profile],
    ['Policy', `${result.policy_name}, version ${result.policy_version}`],
    ['Mode', mode],
    ['Extraction', `${engine.extraction_model}, version ${engine.extraction_version}`],
    ['Retrieval', engine.retrieval_configuration],
    ['Judge', engine.judge_configuration],
    ['Risk model', risk.model_version],
    ['Coverage method', plain(coverage.method)],
    ['Result schema', engine.result_schema_version],
    ['Content fingerprint', result.original_content_fingerprint],
    ['Request', result.request_id],
  ];
  return html`<section><h2>How this was made</h2>
<table>${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td><bdi>${value}</bdi></td></tr>`)}</table></section>`;
}
