import { type FoundParts, type HeldPart, readParts } from '#common/found-parts.ts';
import type { EvidenceItem, SourceQuality } from '#contracts/http/verification-result.ts';
import { html, linkTarget, type Markup } from '#markup/html.ts';
import { percent, plain, time } from './words.ts';

/** A titled list of evidence; null if there is none. */
export function evidenceGroup(title: string, kind: string, items: readonly EvidenceItem[]): Markup | null {
  if (items.length === 0) return null;
  return html`<section class="evidence ${kind}">
<h4>${title} <span class="count">${items.length}</span></h4>
<ol>${items.map((item) => html`<li>${evidenceItem(item)}</li>`)}</ol>
</section>`;
}

function evidenceItem(item: EvidenceItem): Markup {
  const date = item.publication_or_effective_date;
  return html`<blockquote dir="auto">${item.passage}</blockquote>
<p class="source">${titleOf(item)}
<span class="muted"><bdi>${item.publisher}</bdi>${date === null ? null : html` · ${date}`} · ${plain(item.source_class)}
 · retrieved ${time(item.retrieved_at)} by <bdi>${plain(item.retrieval_provider)}</bdi>${licence(item)}</span></p>
${explanationOf(item)}
<p class="quality muted">${qualityOf(item.quality)}</p>`;
}

/**
 * The explanation. For passages that decide nothing, the parts of the claim that they contain are shown at a glance.
 */
function explanationOf({ relationship, relationship_explanation: explanation }: EvidenceItem): Markup {
  const isDecided = relationship === 'supports' || relationship === 'contradicts';
  const read = isDecided ? null : readParts(explanation);
  const rest = read === null ? explanation : read.rest;
  const unresolved = relationship === 'unresolved' ? html`<em>Unresolved.</em> ` : null;
  const words =
    rest === '' && unresolved === null ? null : html`<p class="explanation" dir="auto">${unresolved}${rest}</p>`;
  return html`${read === null ? null : partsList(read.parts)}${words}`;
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
  return html`<dt class="${kind}">${label}</dt><dd>${parts.map((part) => html`<span class="part ${kind}">${part}</span> `)}</dd>`;
}

function heldPart({ text, as, isLoose, isAbove }: HeldPart): Markup {
  if (isAbove) return html`<bdi>${text}</bdi> <span class="muted">in the heading or title</span>`;
  if (as === null) return html`<bdi>${text}</bdi>`;
  return html`<bdi>${text}</bdi> <span class="muted">${isLoose ? 'perhaps as' : 'as'}</span> <bdi>${as}</bdi>`;
}

/** A link if the URL is one that a browser may follow, otherwise the URL as text. */
function titleOf(item: EvidenceItem): Markup {
  const target = linkTarget(item.canonical_url);
  const title = item.title === '' ? item.canonical_url : item.title;
  return target === null
    ? html`<cite><bdi>${title}</bdi></cite> <code>${item.canonical_url}</code>`
    : html`<cite><a href="${target}" rel="noopener noreferrer nofollow"><bdi>${title}</bdi></a></cite>
 <code>${item.destination_domain}</code>`;
}

function licence({ licence_or_usage_constraints: terms }: EvidenceItem): Markup | null {
  return terms === null ? null : html` · <bdi>${terms}</bdi>`;
}

function qualityOf(quality: SourceQuality): Markup {
  const shares = (['authority', 'independence', 'freshness', 'specificity'] as const).map(
    (name) => html`<span>${name} ${percent(quality[name])}</span> `,
  );
  const primary = quality.primary ? html`<span>primary source</span> ` : null;
  return html`${shares}${primary}${quality.rationale.length === 0 ? null : html`<br>${quality.rationale.join('; ')}`}`;
}
