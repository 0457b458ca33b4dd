/** The questions about a claim, and the result of checking the replies to them. */
import type { JudgeItem } from '#engine/engine.ts';
import type { ModelReply, ModelRequest } from '#engine/types/questions.ts';

/** The model's label for one passage, once the passage's words have confirmed it. */
export interface CheckedPassage {
  says: 'supports' | 'contradicts' | 'neither';
  /** Quotes from the passage; empty if the model judged it as a whole. */
  quotes: readonly string[];
  probability: number;
}

export interface CheckedReplies {
  /** In the order of the item's passages; null where the model's label doesn't count. */
  passages: readonly (CheckedPassage | null)[];
  /** Labels that rest on several passages together. */
  joined: readonly { says: 'supports' | 'contradicts'; passages: readonly number[]; quotes: readonly string[] }[];
  /** Explanations for the reader of the result. */
  limitations: readonly string[];
  /** Indices of the replies that are unusable in themselves, whatever the passages say. */
  unusable: readonly number[];
}

export interface Inquiry {
  /** Identical requests of several claims are sent only once. */
  requests: ModelRequest[];
  check(replies: readonly ModelReply[]): CheckedReplies;
}

/** The result if nothing that the model said of the claim counts. */
export function nothing({ passages }: Pick<JudgeItem, 'passages'>, limitations: string[]): CheckedReplies {
  return { passages: passages.map(() => null), joined: [], limitations, unusable: [] };
}
