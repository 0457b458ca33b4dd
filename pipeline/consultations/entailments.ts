/**
 * The judge stage's use of a local NLI model: it reads the passages of claims that the local judge leaves open, nearest
 * passages first. Only judgements are recorded, not scores: reading the passages again costs milliseconds, and recorded
 * judgements are not repeated.
 */
import type { EntailmentFailure, EntailmentOutcome, PairScores } from '#contracts/ports/entailment-model.ts';
import type { DeliveryContext } from '#contracts/ports/stage-queue.ts';
import type { JudgeItem } from '#engine/engine.ts';
import { pairOf } from '#engine/judging/entailment/pair.ts';
import type { ClaimJudgement, JudgedPassage } from '#engine/types/judging.ts';
import type { RankedPassage } from '#engine/types/retrieval.ts';
import type { StageRun } from '../runs/run.ts';
import type { NliModel } from '../stages/stage.ts';

export interface Entailments {
  /** Judges the open claims again, with scores of the NLI model. */
  judgeOpen(items: readonly JudgeItem[], local: readonly ClaimJudgement[]): Promise<JudgedItems>;
}

export interface JudgedItems {
  /** The items, including the scores that the judgements are based on. */
  items: JudgeItem[];
  judgements: ClaimJudgement[];
}

/** Passages of a claim per round: most claims are settled by the nearest passages, or by none. */
const ROUNDS = [3, 5];

/** One delivery of the stage: `limits.milliseconds` count from here. */
export function openEntailments(nliModel: NliModel, run: StageRun, context: DeliveryContext): Entailments {
  const { engine, request } = run;
  const { organization_id } = request;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(nliModel.limits.milliseconds)]);

  async function read(items: readonly JudgeItem[], places: readonly number[][]): Promise<EntailmentOutcome> {
    const pairs = items.flatMap(({ claim, passages }, i) =>
      places[i]!.map((place) => pairOf(claim.normalized_claim, titledPassage(passages[place]!))),
    );
    const outcome = await nliModel.model.read(pairs, { organization_id, signal });
    // The stage has lost its delivery, so further scores would not be used.
    context.signal.throwIfAborted();
    return outcome;
  }

  /** Returns the items with scores of these passages added. */
  async function readOn(items: readonly JudgeItem[], places: readonly number[][]): Promise<JudgeItem[]> {
    const outcome = await read(items, places);
    let at = 0;
    return items.map((item, i) => {
      const own = places[i]!.map((place) => [place, outcome.ok ? outcome.scores[at++]! : null] as const);
      return withScores(item, own, outcome.ok ? null : outcome.failure, nliModel);
    });
  }

  return {
    async judgeOpen(items, local) {
      const judged: JudgedItems = { items: [...items], judgements: [...local] };
      const unread = items.map((item, i) => passagesToRead(item, local[i]!));
      for (const size of ROUNDS) {
        const places = unread.map((left, i) =>
          isOpen(judged.items[i]!, judged.judgements[i]!) ? left.splice(0, size) : [],
        );
        const chosen = [...places.keys()].filter((i) => places[i]!.length > 0);
        if (chosen.length === 0) break;
        const read = await readOn(
          chosen.map((i) => judged.items[i]!),
          chosen.map((i) => places[i]!),
        );
        const again = await engine.judge(read, request.policy, request.created_at);
        for (const [n, i] of chosen.entries()) {
          judged.items[i] = read[n]!;
          judged.judgements[i] = again[n]!;
        }
      }
      return judged;
    },
  };
}

function isOpen({ claim, entailment }: JudgeItem, { verdict }: ClaimJudgement): boolean {
  return verdict === 'unverifiable' && claim.ambiguous_dependencies.length === 0 && !entailment?.missing;
}

/** Indexes of the passages that speak of the claim but decide nothing, in the local judge's order. */
function passagesToRead({ passages }: JudgeItem, { passages: judged }: ClaimJudgement): number[] {
  const open = judged.filter(
    ({ judgement: { relationship, grounds } }) =>
      relationship !== 'supports' && relationship !== 'contradicts' && !grounds.includes('unrelated'),
  );
  return open.map((passage) => passages.findIndex((each) => isSame(each, passage))).filter((place) => place >= 0);
}

function isSame(a: RankedPassage, b: JudgedPassage): boolean {
  return a.ordinal === b.ordinal && a.text === b.text && a.source.canonical_url === b.source.canonical_url;
}

function titledPassage({ text, source }: RankedPassage): { text: string; title: string } {
  return { text, title: source.title };
}

function withScores(
  item: JudgeItem,
  own: readonly (readonly [place: number, added: PairScores | null])[],
  missing: EntailmentFailure | null,
  { table }: NliModel,
): JudgeItem {
  const scores = item.entailment?.scores ?? item.passages.map(() => null);
  const added = new Map(own);
  return {
    ...item,
    entailment: { scores: scores.map((known, place) => added.get(place) ?? known), table, missing },
  };
}
