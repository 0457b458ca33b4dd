/**
 * Packs calls that carry passages for the way to an engine thread and back. Many passages share a source, which is sent
 * once. The caller has the passages, so the thread returns their indexes only.
 */
import type { Engine, JudgeItem } from '#engine/engine.ts';
import type { ExtractedClaim, SearchedClaim } from '#engine/types/extraction.ts';
import type {
  ClaimJudgement,
  Consultation,
  Entailment,
  JudgedPassage,
  ModelUse,
  PolicyRules,
} from '#engine/types/judging.ts';
import type { ModelRequest } from '#engine/types/questions.ts';
import type { CandidatePassage, RankedPassage, RetrievalGap, SourceDocument } from '#engine/types/retrieval.ts';

/** Text, ordinal, and index of the source. */
type PackedPassage = readonly [text: string, ordinal: number, source: number];
type PackedRanked = readonly [...PackedPassage, score: number, cluster: string];

export type PackedRank = [
  claims: SearchedClaim[],
  sources: SourceDocument[],
  candidates: PackedPassage[][],
  paragraphs?: number[],
];
/** Per claim and ranked passage, the index of the candidate among those of all claims. */
type RankReply = (readonly [candidate: number, score: number, cluster: string])[][];

interface PackedItem {
  claim: ExtractedClaim;
  passages: PackedRanked[];
  gaps: RetrievalGap[];
  entailment?: Entailment;
  surroundings?: string;
  consultation?: Consultation;
}
type PackedItems = [items: PackedItem[], sources: SourceDocument[]];
export type PackedJudge = [...PackedItems, policy: PolicyRules, now: string];
export type PackedQuestions = [...PackedItems, use: ModelUse, policy: PolicyRules];
type PackedJudged = readonly [passage: number, Pick<JudgedPassage, 'judgement' | 'quality'>];
type JudgeReply = (Omit<ClaimJudgement, 'passages'> & { passages: PackedJudged[] })[];

export function packRank(claims: SearchedClaim[], candidates: CandidatePassage[][], paragraphs?: number[]): PackedRank {
  const sources = sourceTable();
  const packed = candidates.map((each) => each.map((passage) => pack(passage, sources)));
  return paragraphs === undefined ? [claims, sources.list, packed] : [claims, sources.list, packed, paragraphs];
}

export function unpackRanked(reply: RankReply, candidates: CandidatePassage[][]): RankedPassage[][] {
  const all = candidates.flat();
  return reply.map((ranked) =>
    ranked.map(([place, score, independence_cluster]) => ({ ...all[place]!, score, independence_cluster })),
  );
}

export function packJudge(items: JudgeItem[], policy: PolicyRules, now: string): PackedJudge {
  return [...packItems(items), policy, now];
}

export function packQuestions(items: JudgeItem[], use: ModelUse, policy: PolicyRules): PackedQuestions {
  return [...packItems(items), use, policy];
}

function packItems(items: JudgeItem[]): PackedItems {
  const sources = sourceTable();
  const packed = items.map(({ passages, ...item }) => ({
    ...item,
    passages: passages.map(
      (passage): PackedRanked => [...pack(passage, sources), passage.score, passage.independence_cluster],
    ),
  }));
  return [packed, sources.list];
}

function unpackItems(...[packed, sources]: PackedItems): JudgeItem[] {
  return packed.map(({ passages, ...item }) => ({
    ...item,
    passages: passages.map(([text, ordinal, source, score, independence_cluster]) => ({
      ...unpack([text, ordinal, source], sources),
      score,
      independence_cluster,
    })),
  }));
}

export function unpackJudged(reply: JudgeReply, items: JudgeItem[]): ClaimJudgement[] {
  return reply.map((judgement, i) => ({
    ...judgement,
    passages: judgement.passages.map(([place, judged]) => ({ ...items[i]!.passages[place]!, ...judged })),
  }));
}

/** The packed calls, as a thread executes them on its engine. */
export function packedCalls(engine: Pick<Engine, 'rank' | 'judge' | 'modelQuestions'>) {
  return {
    async rank(...[claims, sources, packed, paragraphs]: PackedRank): Promise<RankReply> {
      const candidates = packed.map((each) => each.map((passage) => unpack(passage, sources)));
      const ranked = await engine.rank(claims, candidates, paragraphs);
      const indexOf = indexFinder(candidates.flat());
      return ranked.map((passages) =>
        passages.map((passage) => [indexOf(passage), passage.score, passage.independence_cluster] as const),
      );
    },
    async judge(...[packed, sources, policy, now]: PackedJudge): Promise<JudgeReply> {
      const items = unpackItems(packed, sources);
      const judgements = await engine.judge(items, policy, now);
      return judgements.map((judged, i) => {
        const indexOf = indexFinder(items[i]!.passages);
        return {
          ...judged,
          passages: judged.passages.map(
            (passage) => [indexOf(passage), { judgement: passage.judgement, quality: passage.quality }] as const,
          ),
        };
      });
    },
    modelQuestions: (...[packed, sources, use, policy]: PackedQuestions): Promise<ModelRequest[][]> =>
      engine.modelQuestions(unpackItems(packed, sources), use, policy),
  };
}

/** Lists sources in the order of first use. Sources are compared by identity. */
function sourceTable() {
  const list: SourceDocument[] = [];
  const numbers = new Map<SourceDocument, number>();
  return {
    list,
    numberOf(source: SourceDocument): number {
      const known = numbers.get(source);
      if (known !== undefined) return known;
      numbers.set(source, list.length);
      return list.push(source) - 1;
    },
  };
}

function pack({ text, ordinal, source }: CandidatePassage, sources: ReturnType<typeof sourceTable>): PackedPassage {
  return [text, ordinal, sources.numberOf(source)];
}

function unpack([text, ordinal, source]: PackedPassage, sources: readonly SourceDocument[]): CandidatePassage {
  return { text, ordinal, source: sources[source]! };
}

/**
 * Returns a function that finds the index of a passage. The engine returns copies, but their source is the original
 * object.
 */
function indexFinder(passages: readonly CandidatePassage[]): (passage: CandidatePassage) => number {
  const bySource = new Map<SourceDocument, Map<number, number[]>>();
  for (const [place, { source, ordinal }] of passages.entries()) {
    const byOrdinal = bySource.get(source) ?? new Map<number, number[]>();
    bySource.set(source, byOrdinal);
    const known = byOrdinal.get(ordinal);
    if (known === undefined) byOrdinal.set(ordinal, [place]);
    else known.push(place);
  }
  return ({ text, ordinal, source }) => {
    const places = bySource.get(source)?.get(ordinal) ?? [];
    const found = places.find((place) => passages[place]!.text === text);
    if (found === undefined) throw new RangeError('the engine returned a passage that it was not given');
    return found;
  };
}
