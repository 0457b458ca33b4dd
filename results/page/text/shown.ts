/** What is shown of a text, in order. */
import type { Markup } from '#markup/html.ts';

/** A tag. Tags are balanced. */
export interface ShownTag {
  kind: 'tag';
  tag: Markup;
}

/** Letters, and the UTF-16 range of the source that they show. With the same length, each shows the one at its place. */
export interface ShownText {
  kind: 'text';
  from: number;
  to: number;
  text: string;
}

export type Shown = ShownTag | ShownText;

/** Collects what is shown. */
export class ShownParts {
  readonly parts: Shown[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** The source from there to there as it is. */
  source(from: number, to: number): void {
    if (from < to) this.parts.push({ kind: 'text', from, to, text: this.#source.slice(from, to) });
  }

  /** Other letters for that range. */
  instead(from: number, to: number, text: string): void {
    this.parts.push({ kind: 'text', from, to, text });
  }

  tag(tag: Markup): void {
    this.parts.push({ kind: 'tag', tag });
  }

  within(open: Markup, close: Markup, work: () => void): void {
    this.tag(open);
    work();
    this.tag(close);
  }
}
