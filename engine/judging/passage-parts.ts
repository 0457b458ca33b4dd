/**
 * A passage taken apart: its heading, what stands below it, and what of that it states. Kept for one call of the engine, in which a
 * passage is held against one claim after another.
 */
import { forgetAfterCall } from '#engine/text/kept.ts';
import { headlineOf, withoutHeadline } from '#engine/text/lines.ts';
import { type ReadStatements, readStatements } from './fact-check.ts';

export interface PassageParts extends ReadStatements {
  /** null without one. */
  heading: string | null;
  /** The passage without its heading; one that is nothing else stays as it is. */
  body: string;
  /** The body is a heading and nothing else. */
  isBodyHeading: boolean;
}

const known = new Map<string, PassageParts>();
forgetAfterCall(() => known.clear());

export function passageParts(text: string): PassageParts {
  let parts = known.get(text);
  if (parts === undefined) {
    const body = withoutHeadline(text);
    parts = { heading: headlineOf(text), body, isBodyHeading: headlineOf(body) === body, ...readStatements(text) };
    known.set(text, parts);
  }
  return parts;
}
