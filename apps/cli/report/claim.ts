/** Renders a claim: verdict, the claim, the decisive passage, the reason, and a correction if there is one. */
import { type HeldPart, readParts } from '#common/found-parts.ts';
import { hintIn } from '#common/hint-words.ts';
import type { ClaimRecord, Correction, EvidenceItem } from '#contracts/http/verification-result.ts';
import { decisiveEvidence, relationshipWords } from '#results/page/decisive.ts';
import { capitalised, factsOf, plain, reasonOf, VERDICT_WORDS } from '#results/page/words.ts';
import { printable, printableLine } from '../printable.ts';
import type { Page } from '../terminal.ts';

const LABEL_WIDTH = 12;

export function claimBlock(claim: ClaimRecord, number: number, page: Page): string {
  const { sign, label } = VERDICT_WORDS[claim.verdict];
  const verdict = page.paint(claim.verdict, `${sign}${number} ${label}`);
  const lines = [
    page.block(`${verdict}  ${page.paint('muted', printableLine(factsOf(claim)))}`),
    page.block(page.paint('strong', printableLine(claim.normalized_claim)), '   '),
  ];
  const hint = hintIn(claim.unresolved_ambiguity);
  if (hint !== null) lines.push(labelled('Hint', printableLine(capitalised(hint.text)), page));
  const decisive = decisiveEvidence(claim);
  for (const item of decisive) lines.push(...evidenceLines(item, claim, page));
  if (decisive.length === 0 || claim.verdict === 'unverifiable') {
    lines.push(labelled('Why', printableLine(reasonOf(claim).words), page));
  }
  if (claim.correction !== null) lines.push(...correctionLines(claim.correction, page));
  for (const ambiguity of claim.unresolved_ambiguity.slice(hint === null ? 0 : 1))
    lines.push(labelled('Ambiguous', printableLine(ambiguity), page));
  const { human_review: review } = claim;
  if (claim.human_review_status !== 'unreviewed') {
    const decided = review?.decision == null ? '' : `: ${VERDICT_WORDS[review.decision].label}`;
    lines.push(labelled('Review', printableLine(plain(claim.human_review_status) + decided), page));
  }
  return lines.join('\n');
}

function evidenceLines(item: EvidenceItem, claim: ClaimRecord, page: Page): string[] {
  const title = printableLine(item.title) || printableLine(item.publisher);
  return [
    labelled(relationshipWords(item, claim), `“${paragraphs(item.passage)}”`, page),
    labelled('', page.paint('muted', title), page),
    labelled('', page.paint('muted', printableLine(item.canonical_url)), page),
    ...explanationLines(item, page),
  ];
}

/** Headings and table rows keep their own lines. */
function paragraphs(text: string): string {
  const lines = printable(text)
    .split(/\n[^\S\n]*\n\s*/)
    .map(printableLine);
  return lines.filter((line) => line !== '').join('\n');
}

/** For evidence that decides nothing, shows which parts of the claim it contains and which not. */
function explanationLines({ relationship, relationship_explanation: explanation }: EvidenceItem, page: Page): string[] {
  const isDecided = relationship === 'supports' || relationship === 'contradicts';
  const read = isDecided ? null : readParts(explanation);
  if (read === null) return [labelled('', printableLine(explanation), page)];
  const { has, differs, lacks } = read.parts;
  const rows: [string, string[]][] = [
    ['✓ Has', has.map(heldText)],
    ['≠ Differs', differs.map(({ text, instead }) => `${quoted(instead)} for ${quoted(text)}`)],
    ['✕ Lacks', lacks.map(quoted)],
    ['', read.rest === '' ? [] : [printableLine(read.rest)]],
  ];
  return rows.flatMap(([label, parts]) => (parts.length === 0 ? [] : [labelled(label, parts.join(' · '), page)]));
}

function heldText({ text, as, isLoose, isAbove }: HeldPart): string {
  if (isAbove) return `${quoted(text)} (heading or title)`;
  return as === null ? quoted(text) : `${quoted(text)} (${isLoose ? 'perhaps as' : 'as'} ${quoted(as)})`;
}

function quoted(text: string): string {
  return `“${printableLine(text)}”`;
}

function correctionLines(correction: Correction, page: Page): string[] {
  const { reverified_verdict, limitations } = correction;
  const checked = `judged again with this wording: ${VERDICT_WORDS[reverified_verdict].label.toLowerCase()}`;
  return [
    labelled('Correction', diffText(correction, page), page),
    labelled('', page.paint('muted', [checked, ...limitations.map(printableLine)].join('; ')), page),
  ];
}

/** Marks changes as `[-old-]` and `{+new+}`, with and without colours; spaces before either stand outside. */
export function diffText({ diff }: Correction, page: Page): string {
  const pieces = diff.map(({ op, text = '' }) => {
    const shown = printableText(text);
    const space = /^ ?/.exec(shown)![0];
    const words = shown.slice(space.length);
    if (op === 'delete') return space + page.paint('deleted', `[-${words}-]`);
    return op === 'insert' ? space + page.paint('inserted', `{+${words}+}`) : shown;
  });
  return pieces.join('');
}

/** A piece of a line, so its outer spaces are kept. */
function printableText(text: string): string {
  const before = /^\s/.test(text) ? ' ' : '';
  const after = /\S\s$/.test(text) ? ' ' : '';
  return before + printableLine(text) + after;
}

function labelled(label: string, text: string, page: Page): string {
  const name = `   ${label.padEnd(LABEL_WIDTH)}`;
  const block = page.block(text, name);
  return label === '' ? block : page.paint('muted', name) + block.slice(name.length);
}
