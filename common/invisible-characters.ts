/**
 * Invisible characters: zero-width and BiDi controls, soft hyphens, Unicode tags, variation selectors beyond the emoji
 * ones, and control codes other than tab and line breaks. They can split words and hide instructions from a reader, so
 * they never reach the engine.
 */
export const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Removes invisible characters from `text` and replaces lone surrogates by U+FFFD. */
export function stripInvisible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '');
}
