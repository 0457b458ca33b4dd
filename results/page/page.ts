/**
 * Renders a verification as one self-contained page: no scripts, no images, no external resources. The one maker of reports for
 * people: exports, `evidence verify --html` and whatever shows a page to print.
 */

import type { VerificationResult } from '#contracts/http/verification-result.ts';
import {
  type ClaimRequest,
  claimRecord,
  claimRequestOf,
  openContent,
  openQuestion,
  resultWithoutClaims,
  type TextOpener,
} from '#domain/verification/result.ts';
import { html, type Markup } from '#markup/html.ts';
import type { ShownVerification } from '../shown.ts';
import { actionsSection } from './actions.ts';
import { claimSection } from './claim.ts';
import { GROUPS } from './groups.ts';
import { openingOf } from './head.ts';
import { claimsOfGroup, groupsOf, type Overview, overviewOf } from './overview.ts';
import { reportedReview } from './review.ts';
import { STYLES } from './styles.ts';
import { legendSection, limitsSection, provenanceSection, summarySection } from './summary.ts';
import { textKindOf } from './text/kind.ts';
import { titleOf } from './title.ts';
import { time } from './words.ts';

export interface PageOptions {
  /** The name of the text's file, for a text without headings. */
  name?: string | null;
}

/**
 * Yields the document in parts, so that a large one is never held or rendered as a whole. All texts are escaped; only
 * http and https URLs of sources become links. Reads the claims several times: first all, because the text comes first, with
 * all claims marked, then group by group, what needs action first. Throws TextErasedError.
 */
export async function* exportPage(
  shown: ShownVerification<TextOpener>,
  { name = null }: PageOptions = {},
): AsyncGenerator<string> {
  const { head, open, file } = shown;
  const request = head.request!;
  const openHead = await open();
  const result = resultWithoutClaims(head, openHead);
  const content = openContent(request, openHead);
  const question = openQuestion(request, openHead);
  const from = claimRequestOf(head, openHead);
  // Loading the parser takes as long as loading twenty modules.
  const { renderText } = await import('./text/marked-text.ts');
  const text = renderText(content, textKindOf(request, (await file?.()) ?? null));
  const overview = await overviewOf(shown, result, from);
  yield opening(result, titleOf({ heading: text.heading, name, question, content })).text;
  yield html`<div class="summary">
${summarySection(result, overview)}
${actionsSection(overview)}
${limitsSection(result, overview)}
</div>
<section><h2>The text</h2>
${question === '' ? null : html`<p class="question"><span class="muted">Question:</span> <span dir="auto">${question}</span></p>`}
<div class="content" dir="auto">`.text;
  yield* text.marked(overview.claims);
  yield html`</div>
</section>
<section><h2>Claims</h2>
${overview.claims.length === 0 ? html`<p class="muted">The text holds no claim.</p>` : null}
`.text;
  for (const group of groupsOf(overview)) yield* claimsOf(shown, from, overview, group);
  yield closing(result, request.mode).text;
}

/** The claims of a group in text order, with its heading. */
async function* claimsOf(
  { pages, open }: ShownVerification<TextOpener>,
  from: ClaimRequest,
  overview: Overview,
  group: number,
): AsyncGenerator<string> {
  const { title, advice, verdict } = GROUPS[group]!;
  const own = new Set(claimsOfGroup(overview, group).map(({ number }) => number));
  yield html`<h3 class="group ${verdict}" id="group-${group}">${title} <span class="count">${own.size}</span></h3>
${advice === '' ? null : html`<p class="muted">${advice}</p>\n`}`.text;
  for await (const claims of pages(verdict)) {
    const openNow = await open();
    for (const claim of claims) {
      const number = overview.numbers.get(claim.extracted.ordinal)!;
      if (!own.has(number)) continue;
      const reviews = claim.reviews.map((review) => reportedReview(review, openNow));
      yield claimSection(claimRecord(from, claim, openNow), number, reviews).text;
    }
  }
}

function opening(result: VerificationResult, title: string): Markup {
  return html`${openingOf(title, STYLES)}<h1 dir="auto">${title}</h1>
<p class="muted">Verified ${time(result.verification_timestamp)} under <bdi>${result.policy_name}</bdi> ${result.policy_version}${expiry(result)} · <code>${result.id}</code></p>
</header>
`;
}

function closing(result: VerificationResult, mode: string): Markup {
  return html`</section>
${legendSection()}
${provenanceSection(result, mode)}
</main>
</body>
</html>
`;
}

function expiry({ expires_at }: VerificationResult): Markup | null {
  return expires_at === null ? null : html`; kept by the service until ${time(expires_at)}`;
}
