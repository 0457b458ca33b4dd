/**
 * Reads XML into a tree. No entities are defined or fetched: only the five of XML and numeric references are resolved, and
 * a document with declarations counts as broken, because nobody who sends us XML needs them.
 */
import { markupParser } from './parser.ts';

const MAX_ELEMENTS = 200_000;
const MAX_DEPTH = 100;

export interface XmlElement {
  /** With its prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

export interface XmlDocument {
  /** As far as it was read; null if there is no element. */
  root: XmlElement | null;
  /** Truncated, too large, nested too deeply, or it defines entities. */
  isBroken: boolean;
}

export function parseXml(text: string): XmlDocument {
  // What is broken is not read on: the parser takes quadratic time for open elements.
  const read = new TreeReader(() => parser.pause());
  const parser = new (markupParser())(read, { xmlMode: true });
  parser.write(text);
  read.hasEnded = true;
  parser.end();
  return read;
}

class TreeReader implements XmlDocument {
  root: XmlElement | null = null;
  isBroken = false;
  readonly #onBroken: () => void;
  /** All input was read: the parser now closes the elements that are still open. */
  hasEnded = false;
  readonly #open: (XmlElement & { children: XmlNode[] })[] = [];
  #elements = 0;

  constructor(onBroken: () => void) {
    this.#onBroken = onBroken;
  }

  #breakIf(isBroken: boolean): void {
    if (!isBroken || this.isBroken) return;
    this.isBroken = true;
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

/** All elements of a name within an element, in document order. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(child.name === name ? [child] : []), ...descendantsOf(child, name)],
  );
}
