/** Reads XML answers of sources. */
import { parseXml, type XmlElement } from '#markup/xml.ts';
import { SourceFormatError } from './wire.ts';

/** The element `root` of an answer; throws SourceFormatError if it isn't a complete document with this element. */
export function readXml(answer: unknown, root: string): XmlElement {
  if (typeof answer !== 'string') throw new SourceFormatError(root);
  const document = parseXml(answer);
  if (document.root?.name !== root || document.isBroken) throw new SourceFormatError(root);
  return document.root;
}
