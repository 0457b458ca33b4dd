/** Cuts what is shown of a text where something begins or ends in its source. */
import type { Shown, ShownTag } from './shown.ts';

/** The source from where the stretch before it ends; the first begins with the source. */
export interface Stretch {
  /** UTF-16 offset, exclusive. */
  end: number;
}

/** Letters that show something of one stretch alone. */
export interface ShownPiece<Of extends Stretch> {
  kind: 'text';
  text: string;
  stretch: Of;
}

/** `stretches` cover all of the source. */
export function* cutAt<Of extends Stretch>(
  shown: readonly Shown[],
  stretches: readonly Of[],
): Generator<ShownTag | ShownPiece<Of>> {
  let at = 0;
  for (const part of shown) {
    if (part.kind === 'tag') {
      yield part;
      continue;
    }
    while (stretches[at]!.end <= part.from) at++;
    const isDivisible = part.text.length === part.to - part.from;
    for (let from = part.from; from < part.to; ) {
      const stretch = stretches[at]!;
      const to = isDivisible ? Math.min(stretch.end, part.to) : part.to;
      const text = isDivisible ? part.text.slice(from - part.from, to - part.from) : part.text;
      yield { kind: 'text', text, stretch };
      from = to;
      if (from < part.to) at++;
    }
  }
}
