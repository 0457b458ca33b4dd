/** The text with corrections applied, to copy. */
import { html } from '#markup/html.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import type { ClaimCorrection } from '../result.ts';

export function correctedPage(
  id: string,
  corrections: readonly ClaimCorrection[],
  applied: readonly ClaimCorrection[],
  text: string,
) {
  const path = `${VERIFICATIONS_PATH}/${id}`;
  return {
    title: 'Corrected text',
    script: 'result.js',
    body: html`<div class="head"><h1>Corrected text</h1><p><a href="${path}">‹ To the result</a></p></div>
${
  corrections.length === 0
    ? html`<p class="card">No correction is suggested for this text.</p>`
    : html`<form class="card stack" method="get" action="${path}/corrected">
<input type="hidden" name="chosen" value="1">
<fieldset class="choices"><legend>Corrections to apply</legend>
${corrections.map(
  (
    correction,
  ) => html`<label class="choice"><input type="checkbox" name="claim" value="${correction.number}"${applied.includes(correction) ? html` checked` : null}>
<span class="diff" dir="auto"><del>${correction.original}</del> <ins>${correction.suggested}</ins></span></label>`,
)}
</fieldset>
<button class="quiet">Apply the chosen ones</button>
</form>
<div class="card stack">
<label>The text with ${applied.length} of ${corrections.length} corrections
<textarea id="corrected" readonly dir="auto">${'\n'}${text}</textarea></label>
<button type="button" data-copy="#corrected" hidden>Copy</button>
</div>`
}`,
  };
}
