/** Replays recorded answers and writes out the questions that have none. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import { replayModel } from '#platform/models/recordings.ts';

/** Names of the answer formats of questions about a text. */
const ABOUT_TEXT: ReadonlySet<string | undefined> = new Set(['statements', 'second_look']);

/**
 * A model that answers from `folder` only. A question without an answer there is written to `pending`, in a file named after its
 * hash. Questions about claims are written only if all questions about the text have answers: otherwise, the text may still be
 * divided into different claims. Works for one text at a time.
 */
export function replayWithPending(folder: string, pending: string): LanguageModel {
  const replayed = replayModel(folder);
  const noted = replayModel(folder, pending);
  let textIsOpen = false;
  let wasAboutClaim = false;
  return {
    async ask(request, occasion) {
      const isAboutText = ABOUT_TEXT.has(request.answer?.name);
      // This is the first question about the next text.
      if (isAboutText && wasAboutClaim) textIsOpen = false;
      wasAboutClaim = !isAboutText;
      if (!isAboutText && textIsOpen) return replayed.ask(request, occasion);
      const outcome = await noted.ask(request, occasion);
      if (isAboutText && !outcome.ok) textIsOpen = true;
      return outcome;
    },
  };
}
