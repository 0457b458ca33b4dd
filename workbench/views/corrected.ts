/** The text with corrections applied, to copy. */
import { html, type Markup } from '#markup/html.ts';
import { count } from '#results/page/words.ts';
import { type ChosenCorrections, CORRECTIONS_PER_PAGE, withoutField } from '../chosen-corrections.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import type { ClaimCorrection, CorrectedText } from '../result.ts';

export function correctedPage(
  id: string,
  corrections: readonly ClaimCorrection[],
  choice: ChosenCorrections,
  { text, left }: CorrectedText,
) {
  const made = choice.chosen.length - left.length;
  const isApplied = new Set(choice.chosen);
  const listed = corrections.slice(choice.from, choice.from + CORRECTIONS_PER_PAGE);
  const whyLeft = new Map(left.map(({ number, why }) => [number, why]));
  const path = `${VERIFICATIONS_PATH}/${id}`;
  return {
    title: 'Corrected text',
    script: 'result.js',
    body: html`<div class="head"><h1>Corrected text</h1><p><a href="${path}">‹ To the result</a></p></div>
${
  corrections.length === 0
    ? html`<p class="card">No correction is suggested for this text.</p>`
    : html`<form class="card stack" method="get" action="${path}/corrected">
<input type="hidden" name="shown" value="${choice.from}"><input type="hidden" name="without" value="${withoutField(corrections, choice)}">
<fieldset class="choices"><legend>Corrections to apply</legend>
${listed.map(
  (
    correction,
  ) => html`<label class="choice"><input type="checkbox" name="claim" value="${correction.number}"${isApplied.has(correction) ? html` checked` : null}>
<span class="diff" dir="auto"><del>${correction.original}</del> <ins>${correction.suggested}</ins>${leftWords(whyLeft.get(correction.number))}</span></label>`,
)}
</fieldset>
<div class="actions"><button class="quiet">Apply the chosen ones</button>${otherPages(choice.from, corrections.length)}</div>
</form>
<div class="card stack">
${left.length === 0 ? null : html`<p class="note bad" role="status">${count(left.length, 'correction is', 'corrections are')} not in the text below: make ${left.length === 1 ? 'it' : 'them'} by hand.</p>`}
<label>The text with ${made} of ${corrections.length} corrections
<textarea id="corrected" readonly dir="auto">${'\n'}${text}</textarea></label>
<button type="button" data-copy="#corrected" hidden>Copy</button>
</div>`
}`,
  };
}

/** Buttons of the form, so that what is ticked here is kept. */
function otherPages(from: number, length: number): Markup | null {
  if (length <= CORRECTIONS_PER_PAGE) return null;
  const next = from + CORRECTIONS_PER_PAGE;
  return html`
${from === 0 ? null : html`<button class="quiet" name="from" value="${from - CORRECTIONS_PER_PAGE}">‹ Earlier ones</button>`}
<span class="muted small">${from + 1} to ${Math.min(next, length)} of ${length}</span>
${next >= length ? null : html`<button class="quiet" name="from" value="${next}">Later ones ›</button>`}`;
}

type Why = CorrectedText['left'][number]['why'];

const WHY: Record<Why, string> = {
  overlaps: 'not made: it overlaps with one before it',
  other_words: 'not made: the text says this in other words',
};

function leftWords(why: Why | undefined): Markup | null {
  return why === undefined ? null : html` <small class="muted">(${WHY[why]})</small>`;
}
