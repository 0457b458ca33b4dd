/**
 * Sanitises untrusted text before a language model sees it. Removes what a human reader wouldn't see and whatever looks like the
 * model's own format, and detects passages that address the model.
 */
import { composedRegExp } from '#common/composed-regexps.ts';
import { INVISIBLE } from '#common/invisible-characters.ts';
import { type RewrittenText, takeOut } from '#engine/text/rewritten-text.ts';

/** Marks where something was removed, so that no quote can join the parts on either side. */
const GAP = '[…]';

const COMMENT = /<!--(?:[^-]+|-(?!->))*(?:-->)?/g;
/** HTML elements that a browser doesn't show. */
const HIDDEN =
  /<([a-z][a-z0-9]{0,15})\b[^<>]{0,300}(?:\shidden\b|aria-hidden\s*=|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0)[^<>]{0,300}>(?:[^<]+|<(?!\/\1\s{0,20}>))*(?:<\/\1\s{0,20}>)?/gi;
/** Role separators of chat formats. */
const CHAT_MARKS =
  /<\|[^|<>]{1,40}\|>|<\/?(?:s|think|tool_call|(?:start|end)_of_turn)>|\[\/?INST\]|<<\/?SYS>>|<{3,}|>{3,}/gi;

/** The text without invisible characters, comments, hidden elements and separators of chat formats. */
export function defang(text: RewrittenText): RewrittenText {
  const visible = takeOut({ ...text, text: text.text.toWellFormed() }, INVISIBLE, '');
  return [COMMENT, HIDDEN, CHAT_MARKS].reduce((rest, pattern) => takeOut(rest, pattern, GAP), visible);
}

const LABEL = '(?:supports?|supported|supporting|contradicts?|contradicted|neither|true|verified|correct)';
/** Patterns of instructions to a model, none of which states anything about a claim. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,60}\b(?:instructions?|prompts?|rules|guidelines|directions)\b/i,
  /\b(?:you are|act as|pretend to be|behave as)\b[^.!?\n]{0,30}\b(?:assistant|language model|chat ?bot|fact[- ]?checker|judge model|ai model)\b/i,
  composedRegExp(
    `\\b(?:answer|respond|reply|output|return|label|mark|classify|rate)\\b[^.!?\\n]{0,50}["'“‘\`]${LABEL}["'”’\`]`,
    'i',
  ),
  composedRegExp(
    `\\b(?:label|mark|classify|rate|treat)\\b[^.!?\\n]{0,30}\\b(?:passage|claim|statement)s?\\b[^.!?\\n]{0,20}\\bas ${LABEL}\\b`,
    'i',
  ),
  /\b(?:system prompt|as an ai language model|new instructions\s*:|instructions? (?:to|for) (?:the )?(?:ai|model|assistant|llm)s?\b)/i,
  /^[^\S\n\r\u2028\u2029]*(?:system|assistant)\s*:/im,
];

/** True for a passage that addresses the model, even if invisible characters disguise it. */
export function isSuspicious(text: string): boolean {
  const plain = text.toWellFormed().replace(INVISIBLE, '').normalize('NFKC');
  return INSTRUCTIONS.some((pattern) => pattern.test(plain));
}
