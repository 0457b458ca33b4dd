/** Passages and their sources. */
import { type FoundParts, type HeldPart, readParts } from '#common/found-parts.ts';
import type { ClaimRecord, EvidenceItem, SourceQuality } from '#contracts/http/verification-result.ts';
import { html, linkTarget, type Markup } from '#markup/html.ts';
import { decisiveEvidence, otherEvidence, relationshipWords } from './decisive.ts';
import { percent, plain, time } from './words.ts';

const KINDS: Readonly<Record<EvidenceItem['relationship'], string>> = {
  supports: 'supporting',
  contradicts: 'opposing',
  context: 'contextual',
  unresolved: 'contextual',
};

/** The passages that a reader needs, each with its source. */
export function decisivePassages(claim: ClaimRecord): Markup[] {
  return decisiveEvidence(claim).map(
    (item) => html`<section class="evidence ${KINDS[item.relationship]}">
${passage(item)}
<p class="source"><b>${relationshipWords(item, claim)}</b> ${titleOf(item)}${datedBy(item)}</p>
${isUndecided(item) ? partsOf(item) : null}
</section>
`,
  );
}

/** What is known of their sources, and all other passages. */
export function moreEvidence(claim: ClaimRecord): Markup {
  return html`${decisiveEvidence(claim).map(
    (item) => html`<section class="evidence ${KINDS[item.relationship]}">
<p><cite><bdi>${nameOf(item)}</bdi></cite></p>
${explanationOf(item)}
${sourceOf(item)}
</section>
`,
  )}${otherEvidence(claim).map(
    (item) => html`<section class="evidence ${KINDS[item.relationship]}">
${passage(item)}
<p class="source"><b>${relationshipWords(item, { ...claim, verdict: 'supported' })}</b> ${titleOf(item)}${datedBy(item)}</p>
${isUndecided(item) ? partsOf(item) : null}
${explanationOf(item)}
${sourceOf(item)}
</section>
`,
  )}`;
}

/** Headings and rows of tables keep their own lines, without blank ones between them. */
function passage(item: EvidenceItem): Markup {
  return html`<blockquote dir="auto">${item.passage.replaceAll(/\n\s*/g, '\n')}</blockquote>`;
}

function isUndecided({ relationship }: EvidenceItem): boolean {
  return relationship !== 'supports' && relationship !== 'contradicts';
}

function nameOf({ title, canonical_url }: EvidenceItem): string {
  return title === '' ? canonical_url : title;
}

/** A link if the URL is one that a browser may follow. */
function titleOf(item: EvidenceItem): Markup {
  const target = linkTarget(item.canonical_url);
  if (target === null) return html`<cite><bdi>${nameOf(item)}</bdi></cite>`;
  return html`<cite><a href="${target}" rel="noopener noreferrer nofollow"><bdi>${nameOf(item)}</bdi></a></cite>
<span class="muted">${item.destination_domain}</span>`;
}

function datedBy({ publication_or_effective_date: date }: EvidenceItem): Markup | null {
  return date === null ? null : html` <span class="muted">${date}</span>`;
}

/** Why the passage was judged so; without the parts that it has, which are shown by themselves. */
function explanationOf(item: EvidenceItem): Markup | null {
  const { relationship, relationship_explanation: explanation } = item;
  const rest = (isUndecided(item) ? readParts(explanation)?.rest : undefined) ?? explanation;
  const unresolved = relationship === 'unresolved' ? html`<em>Unresolved.</em> ` : null;
  return rest === '' && unresolved === null ? null : html`<p class="explanation" dir="auto">${unresolved}${rest}</p>`;
}

/** Of a passage that decides nothing, the parts of the claim that it contains, at a glance. */
function partsOf({ relationship_explanation: explanation }: EvidenceItem): Markup | null {
  const read = readParts(explanation);
  return read === null ? null : partsList(read.parts);
}

function partsList({ has, differs, lacks }: FoundParts): Markup {
  return html`<dl class="parts">
${partsRow('has', '✓ Has', has.map(heldPart))}
${partsRow(
  'differs',
  '≠ Differs',
  differs.map(({ text, instead }) => html`<bdi>${instead}</bdi> <span class="muted">for</span> <bdi>${text}</bdi>`),
)}
${partsRow(
  'lacks',
  '✕ Lacks',
  lacks.map((text) => html`<bdi>${text}</bdi>`),
)}
</dl>`;
}

function partsRow(kind: string, label: string, parts: readonly Markup[]): Markup | null {
  if (parts.length === 0) return null;
  return html`<div class="${kind}"><dt>${label}</dt><dd>${parts.map((part) => html`<span class="part">${part}</span> `)}</dd></div>`;
}

function heldPart({ text, as, isLoose, isAbove }: HeldPart): Markup {
  if (isAbove) return html`<bdi>${text}</bdi> <span class="muted">in the heading or title</span>`;
  if (as === null) return html`<bdi>${text}</bdi>`;
  return html`<bdi>${text}</bdi> <span class="muted">${isLoose ? 'perhaps as' : 'as'}</span> <bdi>${as}</bdi>`;
}

/** Where a passage is from, when and by whom it was found, and how good its source is. */
function sourceOf(item: EvidenceItem): Markup {
  const terms = item.licence_or_usage_constraints;
  return html`<p class="muted"><bdi>${item.publisher}</bdi> · ${plain(item.source_class)} · <code>${item.canonical_url}</code>
 · retrieved ${time(item.retrieved_at)} by <bdi>${plain(item.retrieval_provider)}</bdi>${terms === null ? null : html` · <bdi>${terms}</bdi>`}</p>
<p class="quality muted">${qualityOf(item.quality)}</p>`;
}

function qualityOf(quality: SourceQuality): Markup {
  const shares = (['authority', 'independence', 'freshness', 'specificity'] as const).map(
    (name) => html`<span>${name} ${percent(quality[name])}</span> `,
  );
  const primary = quality.primary ? html`<span>primary source</span> ` : null;
  return html`${shares}${primary}${quality.rationale.length === 0 ? null : html`<br>${quality.rationale.join('; ')}`}`;
}
