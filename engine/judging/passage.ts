/** Tier 1: judges one claim by one passage. Deterministic; no network, no clock. */

import type { BaseProfile, Relationship } from '#contracts/vocabulary.ts';
import type { ExtractedClaim, PassageJudgement } from '#engine/types.ts';
import { type Comparison, compare, differsInPolarity, NO_SURROUNDINGS, type Surroundings } from './comparison.ts';
import { READING_THRESHOLD } from './configuration.ts';
import { isDecided } from './decided.ts';
import { explain } from './explanation.ts';
import { abstentionReliability, type Findings, findingsOf } from './findings.ts';
import { toldOtherwise } from './reading/told.ts';
import { featuresOf } from './scoring/features.ts';
import { DOUBTS, decide, type GateDecision } from './scoring/gate.ts';
import { predict, shippedModel } from './scoring/model.ts';
import { LIKELY_READING, supportProbability } from './scoring/veto.ts';
import { changeIn } from './tables/changes.ts';
import { comparisonIn } from './tables/comparisons.ts';
import { cellOfOtherFigure } from './tables/other-figure.ts';
import type { RowStatement } from './tables/row-statement.ts';
import { rowsThatSay } from './tables/several-cells.ts';
import type { AnalysedText } from './text/analysed-text.ts';
import { analysePassage, analyseTitle } from './text/analyses.ts';

/** The part of a claim that judging needs. */
export type JudgeableClaim = Pick<ExtractedClaim, 'normalized_claim' | 'sentence' | 'ambiguous_dependencies'>;

/** Minimum coverage of the claim at which a passage counts as related to it. */
const CONTEXT_COVERAGE = 0.34;

/** Below this probability the model overrides the gate: the passage is left unresolved. */
const MINIMUM_PROBABILITY = 0.5;

/** How sure a clash is that a sentence proves: 86 of 86 were right on the sets that its rules were written with. */
const PROVEN_PROBABILITY = 0.9;

interface Decision {
  relationship: Relationship;
  probability: number;
  grounds: string[];
}

/**
 * The gate decides what is possible, the model how likely it is. Where it is only in doubt of whom it is said, another model may say
 * that the passage supports the claim after all, from the profile's probability on; nothing else overrides "neither".
 */
function resolve(comparison: Comparison, base: BaseProfile): Decision {
  const gate = decide(comparison);
  if (gate.allowed === 'neither') return likelySupport(comparison, gate, base) ?? undecided(comparison, gate);
  const predicted = predict(shippedModel(), featuresOf(comparison, gate))[gate.allowed];
  const isProven = comparison.clashes[0]?.isProven === true;
  const probability = isProven ? Math.max(predicted, PROVEN_PROBABILITY) : predicted;
  if (probability >= MINIMUM_PROBABILITY) return { relationship: gate.allowed, probability, grounds: gate.grounds };
  return { relationship: 'unresolved', probability: 1 - probability, grounds: ['low_certainty', ...gate.grounds] };
}

function likelySupport(comparison: Comparison, gate: GateDecision, base: BaseProfile): Decision | null {
  const probability = supportProbability(comparison, gate);
  if (probability === null || probability < READING_THRESHOLD[base]) return null;
  return { relationship: 'supports', probability, grounds: [LIKELY_READING, ...gate.grounds] };
}

function undecided({ coverage }: Comparison, { grounds }: GateDecision): Decision {
  const isRelated = coverage >= CONTEXT_COVERAGE;
  return {
    relationship: isRelated ? 'context' : 'unresolved',
    // The training sets have almost no related passages that decide nothing, so the model confuses related with
    // decisive and isn't used here.
    probability: abstentionReliability(coverage),
    grounds: isRelated ? grounds : ['unrelated', ...grounds],
  };
}

/** The grounds of what tables decide: a row says the claim, cells are compared, a cell has another figure. */
const TABLE_ROW = 'table_row';
const TABLE_COMPARISON = 'table_comparison';
const TABLE_FIGURE = 'table_figure';

/** How sure a row is: 20 of 20 were right on the passages that the rules were written with, which says little of others. */
const ROW_PROBABILITY = 0.9;

function explainRow({ row, column, cell }: RowStatement): string {
  const under = column === '' ? '' : ` under "${column}"`;
  return `The row "${row}" of a table in the passage has "${cell}"${under}.`;
}

/** What rows of tables say of the claim, by themselves or compared with one another; null if they say nothing. */
function ofTables(
  { alignment: { claim } }: Comparison,
  text: string,
  above: readonly (string | null)[],
): (Decision & { rows: readonly RowStatement[] }) | null {
  const lines = above.filter((line) => line !== null);
  const rows = rowsThatSay(claim, text, lines);
  if (rows !== null) return { relationship: 'supports', probability: ROW_PROBABILITY, grounds: [TABLE_ROW], rows };
  const compared = comparisonIn(claim, text, lines) ?? changeIn(claim, text, lines);
  const other = compared === null ? cellOfOtherFigure(claim, text, lines) : null;
  if (other !== null)
    return { relationship: 'contradicts', probability: ROW_PROBABILITY, grounds: [TABLE_FIGURE], rows: [other] };
  if (compared === null) return null;
  const relationship = compared.holds ? 'supports' : 'contradicts';
  return { relationship, probability: ROW_PROBABILITY, grounds: [TABLE_COMPARISON], rows: compared.cells };
}

/** A judgement and the findings behind it. */
export interface Examination {
  judgement: PassageJudgement;
  findings: Findings;
}

/** What is decided of one passage, before it is explained. */
interface Ruling extends Decision {
  comparison: Comparison;
  rows: readonly RowStatement[] | null;
}

/**
 * What is decided of the claim. Where the passage has all of a report without supporting it, the report is tried in the other
 * order as well: "The bridge is closed, the mayor said".
 */
function decideInEitherOrder(
  claim: string,
  passageText: string,
  title: string | null,
  around: Surroundings,
  base: BaseProfile,
): { comparison: Comparison; read: Decision } {
  const comparison = compare(claim, passageText, title, around);
  const read = resolve(comparison, base);
  const isNear = comparison.missing.length === 0 && comparison.clashes.length === 0 && read.relationship === 'context';
  const other = isNear ? toldOtherwise(comparison.alignment.claim) : null;
  if (other === null) return { comparison, read };
  const turned = compare(other.turned, passageText, title, around);
  const again = resolve(turned, base);
  if (again.relationship !== 'supports') return { comparison, read };
  // "Told the inquest that he had meant to ring" does not tell that he rang.
  const { grounds } = decide(compare(other.told, passageText, title, around));
  const isTold = grounds.every((ground) => ground === 'reported' || DOUBTS.has(ground));
  return isTold ? { comparison: turned, read: again } : { comparison, read };
}

function rule(
  claim: JudgeableClaim,
  passageText: string,
  title: string | null,
  around: Surroundings,
  base: BaseProfile,
): Ruling {
  const { comparison, read } = decideInEitherOrder(claim.normalized_claim, passageText, title, around, base);
  const byTable = isDecided(read) ? null : ofTables(comparison, passageText, [around.heading, title]);
  const decision: Decision = byTable ?? read;
  const rows = byTable?.rows ?? null;
  // "The company" in the claim's text may not be the company in the passage.
  const isOpen = isDecided(decision) && claim.ambiguous_dependencies.length > 0;
  if (!isOpen) return { ...decision, comparison, rows };
  return {
    relationship: 'unresolved',
    probability: abstentionReliability(comparison.coverage),
    grounds: ['ambiguous', ...decision.grounds],
    comparison,
    rows,
  };
}

/** Whether `examinePassage` would find that the passage supports the claim. */
export function isSupport(
  claim: JudgeableClaim,
  passageText: string,
  title: string | null,
  around: Surroundings,
  base: BaseProfile,
): boolean {
  if (differsInPolarity(claim.normalized_claim, passageText, title, around)) return false;
  return rule(claim, passageText, title, around, base).relationship === 'supports';
}

/**
 * Judges one passage. `title` is the title of the passage's document, and `around` has the passage's own heading and the
 * document's beginning: they state nothing, but may tell of whom or what the passage speaks. `base` sets how likely a doubtful
 * reading must be.
 * A claim with unresolved pronouns or descriptions is never decided: its subject may be another one.
 */
export function examinePassage(
  claim: JudgeableClaim,
  passageText: string,
  title: string | null,
  around: Surroundings = NO_SURROUNDINGS,
  base: BaseProfile = 'general_web',
): Examination {
  const { comparison, rows, relationship, probability, grounds } = rule(claim, passageText, title, around, base);
  const judgement = {
    relationship,
    probability: Math.round(probability * 1000) / 1000,
    explanation:
      rows === null
        ? explain(comparison, relationship, grounds, above(around.heading, title))
        : rows.map(explainRow).join(' '),
    grounds,
  };
  return { judgement, findings: findingsOf(comparison) };
}

/** What stands over a passage, as the comparison has read it. */
function above(heading: string | null, title: string | null): AnalysedText[] {
  const texts = [heading === null || heading === '' ? null : analysePassage(heading), analyseTitle(title)];
  return texts.filter((text) => text !== null);
}

/** Like `examinePassage`, but returns only the judgement. */
export function judgePassage(
  claim: JudgeableClaim,
  passageText: string,
  title: string | null = null,
): PassageJudgement {
  return examinePassage(claim, passageText, title).judgement;
}
