/** Renders a verification as one self-contained page: no scripts, no images, no external resources. */

import { type HintKind, hintIn } from '#common/hint-words.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import {
  claimRecord,
  claimRequestOf,
  openAmbiguity,
  openContent,
  openQuestion,
  resultWithoutClaims,
  type TextOpener,
} from '#domain/verification/result.ts';
import type { ClaimState } from '#domain/verification/state.ts';
import { html, type Markup } from '#markup/html.ts';
import type { ShownVerification } from '../shown.ts';
import { claimSection } from './claim.ts';
import { type ClaimSpan, type Segment, segmentsOf } from './highlight.ts';
import { reportedReview } from './review.ts';
import { STYLES } from './styles.ts';
import { limitationsSection, provenanceSection, summarySection } from './summary.ts';
import { time } from './words.ts';
import { joinWrappedLines } from './wrapped-lines.ts';

/** The policy of the page, also when it is served: nothing runs, and nothing is loaded. */
export const PAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Yields the document in parts, so that a large one is never held or rendered as a whole. All texts are escaped; only
 * http and https URLs become links. Reads the claims twice, because the text comes first, with all claims marked.
 * Throws TextErasedError.
 */
export async function* exportPage({ head, pages, open }: ShownVerification<TextOpener>): AsyncGenerator<string> {
  const request = head.request!;
  const openHead = await open();
  const result = resultWithoutClaims(head, openHead);
  const spans = await spansOf(pages(), open);
  yield opening(result, spans).text;
  yield* textSection(openContent(request, openHead), openQuestion(request, openHead), spans);
  yield html`<section><h2>Claims</h2>
${spans.length === 0 ? html`<p class="muted">The text holds no claim.</p>` : null}
`.text;
  const from = claimRequestOf(head, openHead);
  let number = 0;
  for await (const claims of pages()) {
    const openNow = await open();
    for (const claim of claims) {
      const reviews = claim.reviews.map((review) => reportedReview(review, openNow));
      yield claimSection(claimRecord(from, claim, openNow), ++number, reviews).text;
    }
  }
  yield closing(result, request.mode).text;
}

interface ShownSpan extends ClaimSpan {
  /** Of an open claim. */
  hint: HintKind | null;
}

async function spansOf(
  pages: AsyncIterable<readonly ClaimState[]>,
  open: ShownVerification<TextOpener>['open'],
): Promise<ShownSpan[]> {
  const spans: ShownSpan[] = [];
  for await (const claims of pages) {
    const openNow = await open();
    for (const claim of claims) {
      const { start, end } = claim.extracted;
      const { verdict } = claim.judged!;
      const hint = verdict === 'unverifiable' ? (hintIn(openAmbiguity(claim, openNow))?.kind ?? null) : null;
      spans.push({ start, end, verdict, number: spans.length + 1, hint });
    }
  }
  return spans;
}

function opening(result: VerificationResult, spans: readonly ShownSpan[]): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${PAGE_CSP}">
<title>Verification ${result.id}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<header class="top">
<p class="kind">Evidence verification report</p>
<h1>${result.id}</h1>
<p class="muted">Verified ${time(result.verification_timestamp)} under <bdi>${result.policy_name}</bdi> ${result.policy_version}${expiry(result)}</p>
</header>
${summarySection(result, spans)}
`;
}

function closing(result: VerificationResult, mode: string): Markup {
  return html`</section>
${limitationsSection(result)}
${provenanceSection(result, mode)}
<footer>A supported claim is one for which sufficient suitable evidence was found. This is not a guarantee of truth.</footer>
</main>
</body>
</html>
`;
}

function expiry({ expires_at }: VerificationResult): Markup | null {
  return expires_at === null ? null : html`; kept by the service until ${time(expires_at)}`;
}

function* textSection(content: string, question: string, spans: readonly ClaimSpan[]): Generator<string> {
  yield html`<section><h2>The text</h2>
${question === '' ? null : html`<p class="question"><span class="muted">Question:</span> <span dir="auto">${question}</span></p>`}
<div class="content" dir="auto">`.text;
  for (const piece of segmentsOf(joinWrappedLines(content), spans)) yield segment(piece).text;
  yield html`</div>
</section>`.text;
}

/** Puts anchors where claims begin, and numbers where they end. */
function segment({ text, verdict, claims, begins, ends }: Segment): Markup {
  const anchors = begins.map((number) => html`<a id="text-${number}"></a>`);
  const references = ends.map((number) => html`<a class="reference" href="#claim-${number}">${number}</a>`);
  if (verdict === null) return html`${text}`;
  return html`${anchors}<mark class="${verdict}${claims > 1 ? ' several' : ''}">${text}</mark>${references}`;
}
