/**
 * Splits a passage into its heading, its body and what the body states. Cached for one call of the engine, because a passage is
 * compared with one claim after another.
 */
import { registerCallCache } from '#engine/text/kept.ts';
import { headlineOf, withoutHeadline } from '#engine/text/lines.ts';
import { type ReadStatements, readStatements } from './fact-check.ts';

export interface PassageParts extends ReadStatements {
  /** Null if the passage has none. */
  heading: string | null;
  /** The passage without its heading. A passage that is only a heading is kept whole. */
  body: string;
  /** True if the body is only a heading. */
  isBodyHeading: boolean;
}

const known = new Map<string, PassageParts>();
registerCallCache(() => known.clear());

export function passageParts(text: string): PassageParts {
  let parts = known.get(text);
  if (parts === undefined) {
    const body = withoutHeadline(text);
    parts = { heading: headlineOf(text), body, isBodyHeading: headlineOf(body) === body, ...readStatements(text) };
    known.set(text, parts);
  }
  return parts;
}
