/** The engine in the calling thread. It is used inside the worker threads, in tests and in evaluations. */

import { forgetPassage } from '#engine/text/kept.ts';
import { warmUpLexicon } from '#engine/text/lexicon.ts';
import { warmUp } from '#engine/text/nlp.ts';
import type { InThreadEngine } from './engine.ts';
import { extractionQuestions, extractWithReplies, secondQuestions, stretches } from './extraction/calls.ts';
import { guarded } from './guarded.ts';
import { judgeItem } from './judge-item.ts';
import { passageParts } from './judging/passage-parts.ts';
import { mainNameOf } from './judging/read/main-name.ts';
import { deidentifyTexts } from './privacy/deidentify-texts.ts';
import { createPageReader } from './read-pages.ts';
import { rankTogether } from './retrieval/neighbours.ts';
import { planQueries } from './retrieval/plan-queries.ts';
import { rankPassages } from './retrieval/rank.ts';
import { summarise } from './summary/summarise.ts';
import type { CandidatePassage } from './types/retrieval.ts';

export interface EngineOptions {
  /** Whether to keep what was read of the operator's library, some 12 MB, for the next calls. Default: true. */
  keepsLibrary?: boolean;
}

/**
 * Every call works synchronously and then resolves; only the first page waits until the page reader is loaded. Whatever a call
 * throws becomes an EngineError without customer text.
 */
export function createEngine({ keepsLibrary = true }: EngineOptions = {}): InThreadEngine {
  /** Does `work` on these passages. Nothing of pages is kept afterwards: they belong to a customer, who may have them erased. */
  function readingPassages<Result>(passages: readonly (readonly CandidatePassage[])[], work: () => Result): Result {
    try {
      return work();
    } finally {
      for (const { text, source } of passages.flat()) {
        if (keepsLibrary && source.retrieval_provider === 'library') continue;
        const { heading, body, stated } = passageParts(text);
        for (const each of [text, body, heading ?? '', source.title, stated]) forgetPassage(each);
      }
    }
  }

  return {
    extract: guarded('extract', extractWithReplies),
    extractionQuestions: guarded('extractionQuestions', extractionQuestions),
    secondQuestions: guarded('secondQuestions', secondQuestions),
    stretches: guarded('stretches', stretches),
    planQueries: guarded('planQueries', (claims, mode) => claims.map((claim) => planQueries(claim, mode))),
    rank: guarded('rank', (claims, candidates, paragraphs) =>
      readingPassages(candidates, () =>
        paragraphs === undefined
          ? claims.map((claim, i) => rankPassages(claim, candidates[i]!))
          : rankTogether(claims, candidates, paragraphs),
      ),
    ),
    mainName: guarded('mainName', mainNameOf),
    judge: guarded('judge', async (items, policy, now) => {
      const wasAsked = items.some(({ consultation }) => consultation !== undefined);
      const checkReplies = wasAsked ? (await loadReplies()).checkReplies : null;
      return readingPassages(
        items.map(({ passages }) => passages),
        () => {
          const replies = checkReplies?.(items, policy);
          return items.map((item, i) => judgeItem(item, policy, now, replies?.[i] ?? null));
        },
      );
    }),
    modelQuestions: guarded('modelQuestions', async (items, use, policy) => {
      const { questionsAbout } = await loadReplies();
      return readingPassages(
        items.map(({ passages }) => passages),
        () => questionsAbout(items, use, policy),
      );
    }),
    summarise: guarded('summarise', summarise),
    deidentify: deidentifyTexts,
    answer: guarded('answer', async (question, candidates) => {
      // Loaded on demand, because few services are asked questions.
      const { answerFrom } = await import('./answering/answer.ts');
      return readingPassages([candidates], () => answerFrom(question, candidates));
    }),
    ...createPageReader(),
  };
}

/** Loaded with the first question, because most services ask no model and this code includes the schemas. */
const loadReplies = () => import('./judging/model/replies.ts');

/** Loads the tagger's model and the lexicon now instead of on the first text. */
export function warmUpEngine(): void {
  warmUp();
  warmUpLexicon();
}
