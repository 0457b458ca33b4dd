/** A verification as one self-contained page: no scripts, no images, nothing loaded from anywhere. */
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { claimSection } from './claim.ts';
import { EXPORT_CSP } from './headers.ts';
import { type ClaimSpan, type Segment, segmentsOf } from './highlight.ts';
import { html, type Markup } from './html.ts';
import type { Report } from './report.ts';
import { STYLES } from './styles.ts';
import { limitationsSection, provenanceSection, summarySection } from './summary.ts';
import { time } from './words.ts';
import { joinWrappedLines } from './wrapped-lines.ts';

/**
 * The document in pieces, so that a large one is neither held whole nor made in one go. Every text in it is escaped;
 * only http and https addresses become links.
 */
export function* exportPage(report: Report): Generator<string> {
  const { result } = report;
  yield opening(report).text;
  for (const [index, claim] of result.claims.entries()) {
    yield claimSection(claim, index + 1, report.reviews.get(claim.id) ?? []).text;
  }
  yield closing(report).text;
}

function opening(report: Report): Markup {
  const { result } = report;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${EXPORT_CSP}">
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
${summarySection(result)}
${textSection(report)}
<section><h2>Claims</h2>
${result.claims.length === 0 ? html`<p class="muted">The text holds no claim.</p>` : null}
`;
}

function closing({ result, mode }: Report): Markup {
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

function textSection({ result, content, question }: Report): Markup {
  const spans: ClaimSpan[] = result.claims.map((claim, index) => ({
    start: claim.location.start,
    end: claim.location.end,
    verdict: claim.verdict,
    number: index + 1,
  }));
  return html`<section><h2>The text</h2>
${question === '' ? null : html`<p class="question"><span class="muted">Question:</span> <span dir="auto">${question}</span></p>`}
<div class="content" dir="auto">${segmentsOf(joinWrappedLines(content), spans).map(segment)}</div>
</section>`;
}

/** Anchors stand where claims begin, numbers where they end. */
function segment({ text, verdict, claims, begins, ends }: Segment): Markup {
  const anchors = begins.map((number) => html`<a id="text-${number}"></a>`);
  const references = ends.map((number) => html`<a class="reference" href="#claim-${number}">${number}</a>`);
  if (verdict === null) return html`${text}`;
  return html`${anchors}<mark class="${verdict}${claims > 1 ? ' several' : ''}">${text}</mark>${references}`;
}
