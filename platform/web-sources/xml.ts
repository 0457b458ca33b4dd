/**
 * Reads an XML answer into a tree. No entities are defined or fetched: only the five of XML and numeric references are
 * resolved, and a document with declarations is refused, because no source needs them.
 */
import { markupParser } from './markup-parser.ts';
import { SourceFormatError } from './wire.ts';

const MAX_ELEMENTS = 200_000;
const MAX_DEPTH = 100;

export interface XmlElement {
  /** With its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** The element `root` of an answer; throws SourceFormatError if it isn't a complete document with this element. */
export function readXml(answer: unknown, root: string): XmlElement {
  if (typeof answer !== 'string') throw new SourceFormatError(root);
  // What is broken is not read on: the parser takes quadratic time for open elements.
  const read = new TreeReader(() => parser.pause());
  const parser = new (markupParser())(read, { xmlMode: true });
  parser.write(answer);
  read.hasEnded = true;
  parser.end();
  if (read.root?.name !== root || read.isBroken) throw new SourceFormatError(root);
  return read.root;
}

class TreeReader {
  root: XmlElement | null = null;
  /** Truncated or too large, or it defines entities. */
  #isBroken = false;
  readonly #onBroken: () => void;
  /** All input was read: the parser now closes the elements that are still open. */
  hasEnded = false;
  readonly #open: (XmlElement & { children: XmlNode[] })[] = [];
  #elements = 0;

  constructor(onBroken: () => void) {
    this.#onBroken = onBroken;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  #breakIf(isBroken: boolean): void {
    if (!isBroken || this.#isBroken) return;
    this.#isBroken = true;
    this.#onBroken();
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.isBroken) return;
    const element = { name, attributes, children: [] };
    this.#open.at(-1)?.children.push(element);
    if (this.#open.length === 0) {
      this.#breakIf(this.root !== null);
      this.root ??= element;
    }
    this.#open.push(element);
    this.#breakIf(++this.#elements > MAX_ELEMENTS || this.#open.length > MAX_DEPTH);
  }

  ontext(text: string): void {
    if (!this.isBroken) this.#open.at(-1)?.children.push(text);
  }

  onclosetag(): void {
    this.#breakIf(this.hasEnded);
    this.#open.pop();
  }

  onprocessinginstruction(name: string, content: string): void {
    this.#breakIf(name.startsWith('!') && content.includes('['));
  }
}

/** The child elements with this name. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === name);
}

/** The first element down a path of names; undefined if there is none. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce((at, name) => (at === undefined ? undefined : childrenOf(at, name)[0]), element);
}

/** All text within an element; empty if there is none. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}
