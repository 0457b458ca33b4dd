/** The lists of a DOCX file: reads the label formats in `numbering.xml` and `styles.xml`, and counts items. */

import { type NumeralFormat, numeral } from '#markup/numerals.ts';
import { childrenOf, descendantsOf, parseXml, type XmlElement } from '#markup/xml.ts';

/** A longer label contains more than a number. */
const LONGEST_LABEL = 40;
const MOST_LEVELS = 9;
/** Limit of a chain of styles that are based on each other. */
const MOST_BASES = 20;

interface Level {
  isBullet: boolean;
  /** null for items without a number. */
  format: NumeralFormat | null;
  /** "%1.%2)": the numbers of the first and the second level. */
  label: string;
  start: number;
  /** The count restarts after an item of one of this many upper levels; null: of any upper level. */
  restartsAfter: number | null;
  allDecimal: boolean;
  style: string | null;
}

type Levels = Map<number, Level>;

interface AbstractList {
  levels: Levels;
  /** Refers to the list whose `definesStyle` has this value. */
  usesStyle: string | null;
  definesStyle: string | null;
}

interface List {
  abstract: string;
  /** By level: where this list restarts the count that it shares with other lists. */
  starts: Map<number, number>;
  own: Levels;
}

/** The list properties of a paragraph; null where its style decides. */
export interface ItemOf {
  list: string | null;
  level: number | null;
  style: string | null;
}

/** Determines the label of each item, in document order. */
export class ListLabels {
  readonly #abstracts = new Map<string, AbstractList>();
  readonly #lists = new Map<string, List>();
  readonly #styles = new Map<string, ItemOf>();
  /** Abstract lists by the style that they define; the first of each. */
  readonly #byStyle = new Map<string, string>();
  /** By abstract list and level. Lists with the same abstract list share the count. */
  readonly #counts = new Map<string, Map<number, number>>();
  /** Lists that had an item on a level that they restart. */
  readonly #begun = new Set<string>();

  /** Takes the XML of the parts; the style part may be missing. */
  constructor(numberingXml: string, stylesXml = '') {
    const numbering = elementsOf(numberingXml);
    for (const element of numbering('w:abstractNum')) {
      const definition = {
        levels: levelsOf(element),
        usesStyle: valueIn(element, 'w:numStyleLink'),
        definesStyle: valueIn(element, 'w:styleLink'),
      };
      const id = element.attributes['w:abstractNumId'] ?? '';
      this.#abstracts.set(id, definition);
      const { definesStyle: style } = definition;
      if (style !== null && !this.#byStyle.has(style)) this.#byStyle.set(style, id);
    }
    for (const element of numbering('w:num')) this.#lists.set(element.attributes['w:numId'] ?? '', listOf(element));
    for (const element of elementsOf(stylesXml)('w:style')) {
      const [properties] = childrenOf(element, 'w:pPr');
      const [item] = properties === undefined ? [] : childrenOf(properties, 'w:numPr');
      this.#styles.set(element.attributes['w:styleId'] ?? '', {
        list: item === undefined ? null : valueIn(item, 'w:numId'),
        level: item === undefined ? null : numberOf(valueIn(item, 'w:ilvl')),
        style: valueIn(element, 'w:basedOn'),
      });
    }
  }

  /**
   * Counts the item and returns its label; null for paragraphs outside of lists and for bullets, empty if nothing is
   * shown.
   */
  next(item: ItemOf): string | null {
    const found = this.#find(item);
    if (found === null) return null;
    const { list, listId, abstractId, levels, level } = found;
    const counts = this.#counts.get(abstractId) ?? new Map<number, number>();
    this.#counts.set(abstractId, counts);
    const at = levels.get(level)!;
    const anew = list.starts.get(level);
    const isFirst = anew !== undefined && !this.#begun.has(`${listId}/${level}`);
    if (isFirst) this.#begun.add(`${listId}/${level}`);
    const before = counts.get(level);
    counts.set(level, isFirst ? anew : before === undefined ? at.start : before + 1);
    for (const [lower, { restartsAfter }] of levels) {
      if (lower > level && (restartsAfter === null || level < restartsAfter)) counts.delete(lower);
    }
    return at.isBullet ? null : labelOf(at, levels, counts);
  }

  #find({ list: ownList, level: ownLevel, style }: ItemOf) {
    const ofStyle = this.#ofStyle(style);
    const listId = ownList ?? ofStyle.list;
    const list = listId === null ? undefined : this.#lists.get(listId);
    if (listId === null || list === undefined) return null;
    const abstractId = this.#definitionOf(list.abstract);
    const definition = this.#abstracts.get(abstractId);
    if (definition === undefined) return null;
    const levels = new Map([...definition.levels, ...list.own]);
    const levelOfStyle = [...levels].find(([, { style: named }]) => named !== null && named === ofStyle.style)?.[0];
    const level = ownLevel ?? (ownList === null ? levelOfStyle : undefined) ?? ofStyle.level ?? 0;
    return levels.has(level) ? { list, listId, abstractId, levels, level } : null;
  }

  /** The list properties of the nearest style in the chain that names a list. */
  #ofStyle(style: string | null): ItemOf {
    let name = style;
    for (let i = 0; i < MOST_BASES && name !== null; i++) {
      const found = this.#styles.get(name);
      if (found?.list != null) return { ...found, style: name };
      name = found?.style ?? null;
    }
    return { list: null, level: null, style: null };
  }

  /** A list may refer to the list of a style. */
  #definitionOf(abstractId: string): string {
    const style = this.#abstracts.get(abstractId)?.usesStyle ?? null;
    return (style === null ? undefined : this.#byStyle.get(style)) ?? abstractId;
  }
}

function labelOf(level: Level, levels: Levels, counts: ReadonlyMap<number, number>): string {
  const label = level.label.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const other = levels.get(index);
    const format = level.allDecimal ? 'decimal' : (other?.format ?? null);
    return format === null ? '' : numeral(counts.get(index) ?? other?.start ?? 1, format);
  });
  return label.trim().slice(0, LONGEST_LABEL);
}

const FORMATS: Readonly<Record<string, NumeralFormat | null>> = {
  bullet: null,
  none: null,
  lowerLetter: 'lower-letter',
  upperLetter: 'upper-letter',
  lowerRoman: 'lower-roman',
  upperRoman: 'upper-roman',
};

function levelsOf(parent: XmlElement): Levels {
  return new Map(
    // A list has nine levels in the standard. Each item looks at all of its list, so there must not be thousands.
    childrenOf(parent, 'w:lvl')
      .slice(0, MOST_LEVELS)
      .map((element) => {
        const format = valueIn(element, 'w:numFmt') ?? 'decimal';
        const level: Level = {
          isBullet: format === 'bullet',
          format: Object.hasOwn(FORMATS, format) ? FORMATS[format]! : 'decimal',
          label: valueIn(element, 'w:lvlText') ?? '',
          start: numberOf(valueIn(element, 'w:start')) ?? 1,
          restartsAfter: numberOf(valueIn(element, 'w:lvlRestart')),
          allDecimal: childrenOf(element, 'w:isLgl').length > 0,
          style: valueIn(element, 'w:pStyle'),
        };
        return [numberOf(element.attributes['w:ilvl']) ?? 0, level];
      }),
  );
}

function listOf(element: XmlElement): List {
  const list: List = { abstract: valueIn(element, 'w:abstractNumId') ?? '', starts: new Map(), own: new Map() };
  for (const override of childrenOf(element, 'w:lvlOverride')) {
    const start = numberOf(valueIn(override, 'w:startOverride'));
    if (start !== null) list.starts.set(numberOf(override.attributes['w:ilvl']) ?? 0, start);
    for (const [index, level] of levelsOf(override)) list.own.set(index, level);
  }
  return list;
}

/** Finds the elements of a name in a part. What is broken is used as far as it was read. */
function elementsOf(xml: string): (name: string) => XmlElement[] {
  const { root } = parseXml(xml);
  return (name) => (root === null ? [] : descendantsOf(root, name));
}

function valueIn(parent: XmlElement, name: string): string | null {
  return childrenOf(parent, name)[0]?.attributes['w:val'] ?? null;
}

/** Parses small whole numbers; null for anything else. */
export function numberOf(value: string | null | undefined): number | null {
  return value != null && /^\d{1,6}$/.test(value) ? Number(value) : null;
}
