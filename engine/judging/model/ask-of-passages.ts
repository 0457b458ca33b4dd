/** Asks a general model about a claim, in questions that hold one or more passages. */
import type { JudgeItem } from '#engine/engine.ts';
import type { MissingReply } from '#engine/types/questions.ts';
import { MODEL_PROBABILITY } from '../configuration.ts';
import type { CheckedAnswer, CheckedLabel } from './check-answer.ts';
import { type CheckedPassage, type Inquiry, nothing } from './inquiry.ts';
import type { Parts } from './parts.ts';
import { missingWords, suspiciousWords, withdrawnWords } from './reply-words.ts';

/** Bundles the questions in `parts` with the check of their answers. */
export function askOfPassages(item: JudgeItem, { parts, suspicious }: Parts): Inquiry {
  const unshown = suspiciousWords(suspicious);
  if (parts.length === 0) return { requests: [], check: () => nothing(item, unshown) };
  return {
    requests: parts.map(({ request }) => request),
    check(replies) {
      const missing = new Set<MissingReply>();
      const unusable: number[] = [];
      const answers: Extract<CheckedAnswer, { ok: true }>[] = [];
      let isBelieved = true;
      for (const [place, part] of parts.entries()) {
        const reply = replies[place] ?? { missing: 'budget_spent' };
        const checked = 'missing' in reply ? null : part.check(reply.answer);
        if (checked?.ok) {
          answers.push(checked);
          continue;
        }
        missing.add('missing' in reply ? reply.missing : 'invalid_answer');
        if (checked !== null) unusable.push(place);
        if (part.isDecoy || checked?.reason === 'decoy') isBelieved = false;
      }
      const words = [...missing].map(missingWords);
      if (!isBelieved) return { ...nothing(item, [...words, ...unshown]), unusable };
      const labels = item.passages.map((_, place) => labelAt(place, answers));
      const withdrawn = labels.filter((label) => label !== null && label.withdrawn !== null).length;
      return {
        passages: labels.map((label) => (label === null ? null : checkedPassage(label))),
        joined: answers.flatMap(({ joined }) =>
          joined.map(({ relationship, quotes }) => ({
            says: relationship,
            passages: [...new Set(quotes.map(({ passage }) => passage))],
            quotes: quotes.map(({ text }) => text),
          })),
        ),
        limitations: [...words, ...withdrawnWords(withdrawn), ...unshown],
        unusable,
      };
    },
  };
}

/** The label that the passage got in the answer to the question that showed it. */
function labelAt(place: number, answers: readonly { passages: readonly CheckedLabel[] }[]): CheckedLabel | null {
  const labels = answers.flatMap(({ passages }) => passages[place] ?? []);
  return labels.find(({ relationship, withdrawn }) => relationship !== 'unresolved' || withdrawn !== null) ?? null;
}

function checkedPassage({ relationship, quotes }: CheckedLabel): CheckedPassage | null {
  if (relationship === 'unresolved') return null;
  if (relationship === 'context') return { says: 'neither', quotes: [], probability: 1 };
  return { says: relationship, quotes: quotes.map(({ text }) => text), probability: MODEL_PROBABILITY.quoted };
}
