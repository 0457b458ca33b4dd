/** The beginning of a page that stands alone: it needs nothing else and tells nobody that it was opened. */
import { html, type Markup } from '#markup/html.ts';

/** The policy of the page, also when it is served: nothing runs, and nothing is loaded. */
export const PAGE_CSP = "default-src 'none'; style-src 'unsafe-inline'";

/** Up to the opening of its main part. */
export function openingOf(title: string, styles: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${PAGE_CSP}">
<title>${title} – evidence report</title>
<style>${styles}</style>
</head>
<body>
<main>
<header class="top">
<p class="kind">Evidence report</p>
`;
}
