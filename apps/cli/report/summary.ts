/** The summary, printed last so that it is next to the prompt. */
import { hintIn } from '#common/hint-words.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { count, percent, RISK_WORDS, VERDICT_WORDS } from '#results/page/words.ts';
import { printableLine } from '../printable.ts';
import type { Page } from '../terminal.ts';

const LABEL_WIDTH = 13;
const INDENT = ' '.repeat(LABEL_WIDTH);

export function summaryBlock(result: VerificationResult, page: Page): string {
  const { risk, coverage, abstention } = result;
  const covered = `${percent(coverage.score)}, ${coverage.status}: ${count(coverage.extracted_material_claims, 'material claim')} found, about ${coverage.estimated_material_claims} estimated; the policy asks for ${percent(coverage.threshold)}`;
  const rows: [string, string][] = [
    ['Claims', countsLine(result, page)],
    ['Risk', `${page.paint('strong', RISK_WORDS[risk.level])} (${risk.score.toFixed(2)} of 1)`],
    ...listRows('', risk.drivers),
    ['Coverage', covered],
    ...listRows('Without claim', coverage.missing_or_uncertain_spans),
    ['Undecided', printableLine(abstention.explanation)],
    ...listRows('Read first', readFirst(result)),
    ...listRows('Limitations', result.limitations),
    ['Made by', page.paint('muted', versions(result))],
  ];
  const statement = page.block(page.paint('strong', printableLine(result.overall_statement)));
  const shown = rows.filter(([, text]) => text !== '').map(([label, text]) => row(label, text, page));
  return [statement, '', ...shown].join('\n');
}

const MOST_NUMBERS = 20;

/** Open claims whose nearest passage may settle them, those that differ first: by their numbers in the report. */
function readFirst({ claims }: VerificationResult): string[] {
  const numbers = Map.groupBy(claims.keys(), (at) => hintIn(claims[at]!.unresolved_ambiguity)?.kind ?? null);
  return (['differs', 'support'] as const).flatMap((kind) => {
    const found = numbers.get(kind) ?? [];
    if (found.length === 0) return [];
    const shown = found.slice(0, MOST_NUMBERS).map((at) => `?${at + 1}`);
    const rest = found.length > shown.length ? ` and ${found.length - shown.length} more` : '';
    const words =
      kind === 'differs' ? 'the nearest passage differs in a part' : 'the nearest passage reads like support';
    return [`${words}: ${shown.join(', ')}${rest}`];
  });
}

function countsLine({ counts }: VerificationResult, page: Page): string {
  return VERDICTS.map((verdict) => {
    const { sign, label } = VERDICT_WORDS[verdict];
    return page.paint(verdict, `${sign} ${counts[verdict]} ${label.toLowerCase()}`);
  }).join('   ');
}

function listRows(label: string, items: readonly string[]): [string, string][] {
  return items.map((item, index) => [index === 0 ? label : '', `· ${printableLine(item)}`]);
}

function versions(result: VerificationResult): string {
  const { engine } = result;
  const parts = [
    `policy ${result.policy_name} ${result.policy_version}`,
    `${engine.extraction_model} ${engine.extraction_version}`,
    engine.retrieval_configuration,
    engine.judge_configuration,
    result.risk.model_version,
  ];
  return printableLine(parts.join(' · '));
}

function row(label: string, text: string, page: Page): string {
  const name = label.padEnd(LABEL_WIDTH).slice(0, LABEL_WIDTH);
  const block = page.block(text, label.length < LABEL_WIDTH ? name : INDENT);
  return page.paint('muted', name) + block.slice(LABEL_WIDTH);
}
