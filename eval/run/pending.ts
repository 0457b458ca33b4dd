/** Replays recorded answers, and writes the questions that have none. */
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import { replayModel } from '#platform/models/recordings.ts';

/** Forms of the answers to questions about a text. */
const ABOUT_TEXT: ReadonlySet<string | undefined> = new Set(['statements', 'second_look']);

/**
 * Answers from `folder` alone. A question without an answer there is written into `pending`, one file each, named by its
 * hash; about claims only where all questions about their text have answers, as others would make other claims of it. For
 * one text at a time.
 */
export function replayWithPending(folder: string, pending: string): LanguageModel {
  const replayed = replayModel(folder);
  const noted = replayModel(folder, pending);
  let textIsOpen = false;
  let wasAboutClaim = false;
  return {
    async ask(request, occasion) {
      const isAboutText = ABOUT_TEXT.has(request.answer?.name);
      // The first question about the next text.
      if (isAboutText && wasAboutClaim) textIsOpen = false;
      wasAboutClaim = !isAboutText;
      if (!isAboutText && textIsOpen) return replayed.ask(request, occasion);
      const outcome = await noted.ask(request, occasion);
      if (isAboutText && !outcome.ok) textIsOpen = true;
      return outcome;
    },
  };
}
