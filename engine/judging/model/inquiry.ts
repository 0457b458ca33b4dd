/** The questions about a claim, and what replies to them amount to. */
import type { JudgeItem } from '#engine/engine.ts';
import type { ModelReply, ModelRequest } from '#engine/types/questions.ts';

/** What the model says of one passage, as far as the passage's own words carry it. */
export interface CheckedPassage {
  says: 'supports' | 'contradicts' | 'neither';
  /** The passage's own words; none where the model read it as a whole. */
  quotes: readonly string[];
  probability: number;
}

export interface CheckedReplies {
  /** By place in the item's passages; null where nothing counts that the model said. */
  passages: readonly (CheckedPassage | null)[];
  /** What several passages say together. */
  joined: readonly { says: 'supports' | 'contradicts'; passages: readonly number[]; quotes: readonly string[] }[];
  /** In words for the reader of the result. */
  limitations: readonly string[];
  /** Places of the replies that are answers and of no use, whatever the passages say. */
  unusable: readonly number[];
}

export interface Inquiry {
  /** Equal ones of several claims are one question. */
  requests: ModelRequest[];
  check(replies: readonly ModelReply[]): CheckedReplies;
}

/** Nothing that a model said of the claim counts. */
export function nothing({ passages }: Pick<JudgeItem, 'passages'>, limitations: string[]): CheckedReplies {
  return { passages: passages.map(() => null), joined: [], limitations, unusable: [] };
}
