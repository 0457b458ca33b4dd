/** Output for people: colours if the stream supports them, lines wrapped to its width. */
import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import type { Verdict } from '#contracts/vocabulary.ts';

export type Tone = Verdict | 'strong' | 'muted' | 'deleted' | 'inserted';

/** Colours that are readable on dark and light backgrounds. Signs distinguish verdicts as well. */
const FORMATS: Record<Tone, Parameters<typeof styleText>[0]> = {
  supported: 'green',
  contradicted: 'red',
  disputed: 'yellow',
  unverifiable: 'cyan',
  not_checkable: 'gray',
  strong: 'bold',
  muted: 'dim',
  deleted: ['red', 'strikethrough'],
  inserted: ['green', 'underline'],
};

const WIDTH_WITHOUT_TERMINAL = 100;
const NARROWEST = 40;
/** Longer lines are hard to read. */
const WIDEST = 110;

export interface Page {
  width: number;
  colour: boolean;
  paint(tone: Tone, text: string): string;
  /** Wraps `text` to the width; the first line begins with `first`, the others are indented by its length. */
  block(text: string, first?: string): string;
}

export function createPage(options: { width: number; colour: boolean }): Page {
  const width = Math.min(WIDEST, Math.max(NARROWEST, options.width));
  return {
    width,
    colour: options.colour,
    paint: (tone, text) => (options.colour ? styleText(FORMATS[tone], text, { validateStream: false }) : text),
    block(text, first = '') {
      const rest = ' '.repeat(first.length);
      const lines = wrapAnsi(text, width - first.length, { hard: true }).split('\n');
      return lines.map((line, index) => (index === 0 ? first : line === '' ? '' : rest) + line).join('\n');
    },
  };
}

/** The page of a stream: colours only on a terminal, and not when NO_COLOR or TERM=dumb is set. */
export function pageOf(stream: NodeJS.WriteStream): Page {
  const terminal = stream.isTTY ? (stream as WriteStream) : null;
  return createPage({
    width: terminal?.columns || WIDTH_WITHOUT_TERMINAL,
    colour: terminal?.hasColors() ?? false,
  });
}
