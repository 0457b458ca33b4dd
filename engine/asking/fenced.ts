/** Embeds texts of unknown authors in a question to a language model. */
import { createHash } from 'node:crypto';
import { defang } from '#engine/asking/defang.ts';
import { type RewrittenText, unchanged } from '#engine/text/rewritten-text.ts';

/** Removes what must not leave the machine. */
export type Hide = (text: RewrittenText) => RewrittenText;

/**
 * Encloses a text in marks that it can't contain. They include a hash of everything shown, so the author of a passage can't
 * predict them. Equal questions get equal marks, so that recordings can be replayed.
 */
export function fenced(name: string, text: string, mark: string): string {
  return `<<<${name} ${mark}>>>\n${text}\n<<<end ${name} ${mark}>>>`;
}

/** The mark for a question whose shown content is `seed`. */
export function markOf(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 16);
}

/** The beginning of a text (`longest` UTF-16 units), sanitised for a model. */
export function prepared(text: string, longest: number, hide: Hide): RewrittenText {
  const cut = text.length > longest ? text.slice(0, longest).toWellFormed() : text;
  return hide(defang(unchanged(cut)));
}
