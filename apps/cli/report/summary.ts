/** The summary, printed last so that it is next to the prompt. Its words are those of the page. */

import { hintIn } from '#common/hint-words.ts';
import { driverText } from '#common/risk.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { GROUPS, MOST_LISTED } from '#results/page/groups.ts';
import {
  capitalised,
  codeAndWords,
  count,
  coverageWords,
  RISK_WORDS,
  reasonOf,
  riskReason,
  unverifiableWords,
  VERDICT_WORDS,
  VERDICTS_SHOWN,
} from '#results/page/words.ts';
import { printableLine } from '../printable.ts';
import type { Page } from '../terminal.ts';
import { diffText } from './claim.ts';
import { groupedClaims, type NumberedRecord } from './groups.ts';

const LABEL_WIDTH = 13;
const INDENT = ' '.repeat(LABEL_WIDTH);

export function summaryBlock(result: VerificationResult, page: Page): string {
  const { risk, coverage } = result;
  const rows: [string, string][] = [
    ['Claims', countsLine(result, page)],
    ...actionRows(result, page),
    ['Risk', `${page.paint('strong', RISK_WORDS[risk.level])}: ${riskReason(result)}`],
    ...listRows('', drivers(result)),
    ['Coverage', `${capitalised(coverage.status)}: ${coverageWords(result)}`],
    ...listRows('Without claim', coverage.missing_or_uncertain_spans),
    ['Unverifiable', capitalised(unverifiableWords(result, openReasons(result)))],
    ...listRows(
      'Limits',
      result.limitations.map((text) => codeAndWords(text).words),
    ),
    ['Made by', page.paint('muted', versions(result))],
  ];
  const statement = page.block(page.paint('strong', printableLine(result.overall_statement)));
  const shown = rows.filter(([, text]) => text !== '').map(([label, text]) => row(label, text, page));
  return [statement, '', ...shown].join('\n');
}

/** What needs action first: the claims of a group one by one, or by their numbers. */
function actionRows(result: VerificationResult, page: Page): [string, string][] {
  const rows = groupedClaims(result).flatMap(([group, claims]) => {
    const { title, advice, isListed } = GROUPS[group]!;
    if (advice === '') return [];
    if (!isListed) return [`${title}: ${numbersOf(claims)}`];
    const more = claims.length - MOST_LISTED;
    const listed = claims.slice(0, MOST_LISTED).map((each) => actionText(each, page));
    return more > 0 ? [...listed, `and ${count(more, 'more claim')}: ${title}`] : listed;
  });
  return rows.map((text, at) => [at === 0 ? 'Act first' : '', `· ${text}`]);
}

function actionText({ claim, number }: NumberedRecord, page: Page): string {
  const { verdict, normalized_claim, correction, unresolved_ambiguity } = claim;
  const place = page.paint(verdict, `${VERDICT_WORDS[verdict].sign}${number} ${VERDICT_WORDS[verdict].label}`);
  const hint = verdict === 'unverifiable' ? hintIn(unresolved_ambiguity) : null;
  const text = correction === null ? printableLine(normalized_claim) : diffText(correction, page);
  return `${place}: ${text}${hint === null ? '' : ` ${printableLine(capitalised(hint.text))}`}`;
}

const MOST_NUMBERS = 20;

function numbersOf(claims: readonly NumberedRecord[]): string {
  const shown = claims.slice(0, MOST_NUMBERS).map(({ claim, number }) => VERDICT_WORDS[claim.verdict].sign + number);
  const rest = claims.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** What drives the risk: the numbers of the claims, and what is no claim in words. */
function drivers({ claims, risk }: VerificationResult): string[] {
  const named: NumberedRecord[] = [];
  const others = risk.drivers.filter((driver) => {
    const at = claims.findIndex(
      ({ normalized_claim, ...claim }, index) =>
        driver === driverText({ ...claim, text: normalized_claim }) &&
        !named.some(({ number }) => number === index + 1),
    );
    if (at >= 0) named.push({ claim: claims[at]!, number: at + 1 });
    return at < 0;
  });
  return [...(named.length === 0 ? [] : [`driven by ${numbersOf(named)}`]), ...others];
}

/** How many unverifiable claims by the code of their reason. */
function openReasons({ claims }: VerificationResult): ReadonlyMap<string, number> {
  const open = claims.filter(({ verdict }) => verdict === 'unverifiable');
  const groups = Map.groupBy(open, (claim) => reasonOf(claim).code);
  return new Map([...groups].map(([code, group]) => [code, group.length]));
}

function countsLine({ counts }: VerificationResult, page: Page): string {
  return VERDICTS_SHOWN.map((verdict) => {
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
