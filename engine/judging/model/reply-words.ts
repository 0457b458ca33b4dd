/** Limitations of a result that explain what became of the questions about a claim. */
import { WHY_MISSING } from '#engine/asking/missing.ts';
import { LOCAL_JUDGE_ONLY_PREFIX } from '#engine/limitation-words.ts';
import type { MissingReply } from '#engine/types/questions.ts';

export function missingWords(missing: MissingReply): string {
  return `${LOCAL_JUDGE_ONLY_PREFIX}${WHY_MISSING[missing]}.`;
}

/** Empty if no passage was kept from the model. */
export function suspiciousWords(count: number): string[] {
  if (count === 0) return [];
  const [passages, were] = count === 1 ? ['1 passage', 'was'] : [`${count} passages`, 'were'];
  return [`${passages} with instructions to language models ${were} not shown to one.`];
}

/** Empty if no label was withdrawn. */
export function withdrawnWords(count: number): string[] {
  if (count === 0) return [];
  const passages = count === 1 ? '1 passage' : `${count} passages`;
  return [
    `What the language model said of ${passages} counts for nothing, as the words of the passage don't carry it.`,
  ];
}
