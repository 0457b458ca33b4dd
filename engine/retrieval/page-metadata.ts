/**
 * Extracts what a page says about itself (title, publisher, publication date, language, licence), its fact checks and its style
 * sheets.
 */
import { Parser } from 'htmlparser2';
import { normalizeDate } from '#common/publication-dates.ts';
import { beginningOf, MAX_OPEN_ELEMENTS } from '#markup/bounds.ts';
import type { Attributes } from '#markup/hidden.ts';
import { type ClaimReview, claimReviewsIn } from './claim-reviews.ts';

export interface PageMetadata {
  title: string | null;
  publisher: string | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  publication_date: string | null;
  /** Language subtag, such as "en". */
  language: string | null;
  licence: string | null;
}

interface Collected {
  metas: Map<string, string>;
  title: string;
  language: string | undefined;
  licence: string | undefined;
  time: string | undefined;
  linkedData: string[];
  styles: string;
}

const MAX_METAS = 300;
const MAX_VALUE = 500;
const MAX_LINKED_DATA = 5;
const MAX_SCRIPT = 100_000;
const MAX_STYLES = 300_000;
/** Metadata stands at the beginning of a page. Only this much is parsed, because the body is parsed again later. */
const MAX_READ = 1_000_000;

const TITLES = ['citation_title', 'og:title', 'dc.title', 'twitter:title'];
const PUBLISHERS = ['og:site_name', 'citation_publisher', 'citation_journal_title', 'dc.publisher', 'application-name'];
const DATES = [
  ...[
    'citation_publication_date',
    'citation_online_date',
    'citation_date',
    'article:published_time',
    'og:published_time',
  ],
  ...[
    'datepublished',
    'dc.date.issued',
    'dcterms.issued',
    'dc.date',
    'dcterms.date',
    'dcterms.created',
    'pubdate',
    'date',
  ],
];
const LICENCES = ['license', 'dc.rights', 'dcterms.rights', 'dcterms.license', 'copyright', 'rights'];

/** The metadata, the fact checks that the page publishes as structured data, and the text of all style elements. */
export function pageMetadata(html: string): { metadata: PageMetadata; reviews: ClaimReview[]; styles: string } {
  const found = collect(html.slice(0, MAX_READ));
  const objects = found.linkedData.flatMap(objectsIn);
  const linked = linkedData(objects);
  const first = (names: string[]) => names.map((name) => found.metas.get(name)).find((value) => value !== undefined);
  const dates = [...DATES.map((name) => found.metas.get(name)), linked.datePublished, found.time];
  return {
    metadata: {
      title: tidy(first(TITLES) ?? found.title),
      publisher: tidy(first(PUBLISHERS) ?? linked.publisher),
      publication_date: dates.map((date) => normalizeDate(date)).find((date) => date !== null) ?? null,
      language: /^[a-z]{2,3}(?![a-z])/.exec((found.language ?? '').trim().toLowerCase())?.[0] ?? null,
      licence: tidy(found.licence ?? linked.license ?? first(LICENCES)),
    },
    reviews: claimReviewsIn(objects),
    styles: found.styles,
  };
}

function collect(html: string): Collected {
  const found: Collected = {
    metas: new Map(),
    title: '',
    language: undefined,
    licence: undefined,
    time: undefined,
    linkedData: [],
    styles: '',
  };
  let inside: 'title' | 'style' | 'linked' | null = null;
  let open = 0;
  const parser = new Parser({
    onopentag(name, attributes: Attributes) {
      if (++open > MAX_OPEN_ELEMENTS) return parser.pause();
      inside = null;
      if (name === 'meta') addMeta(found, attributes);
      else if (name === 'html') found.language ??= attributes.lang;
      else if (name === 'title' && found.title === '') inside = 'title';
      else if (name === 'style') inside = 'style';
      else if (name === 'script' && attributes.type === 'application/ld+json') {
        inside = 'linked';
        if (found.linkedData.length < MAX_LINKED_DATA) found.linkedData.push('');
      } else if (name === 'time') found.time ??= publicationTime(attributes);
      if (attributes.rel === 'license' && (name === 'link' || name === 'a')) found.licence ??= attributes.href;
    },
    ontext(text) {
      if (inside === 'title') found.title = (found.title + text).slice(0, MAX_VALUE);
      else if (inside === 'style' && found.styles.length < MAX_STYLES) found.styles += text;
      else if (inside === 'linked') addLinkedData(found, text);
    },
    onclosetag() {
      open--;
      inside = null;
    },
  });
  parser.end(beginningOf(html));
  return found;
}

function addMeta({ metas }: Collected, attributes: Attributes): void {
  const name = (attributes.property ?? attributes.name ?? attributes.itemprop)?.toLowerCase();
  const { content } = attributes;
  if (name === undefined || content === undefined || content.trim() === '' || metas.size >= MAX_METAS) return;
  if (!metas.has(name)) metas.set(name, content.slice(0, MAX_VALUE));
}

function addLinkedData({ linkedData }: Collected, text: string): void {
  const last = linkedData.length - 1;
  // A block that is one character over the limit is recognised as too long to be parsed.
  if (linkedData[last]!.length <= MAX_SCRIPT) linkedData[last] = (linkedData[last]! + text).slice(0, MAX_SCRIPT + 1);
}

function publicationTime(attributes: Attributes): string | undefined {
  return 'pubdate' in attributes || attributes.itemprop === 'datePublished' ? attributes.datetime : undefined;
}

interface LinkedData {
  datePublished?: string;
  publisher?: string;
  license?: string;
}

/** The first value of each field in the page's JSON-LD objects. */
function linkedData(objects: readonly Record<string, unknown>[]): LinkedData {
  const result: LinkedData = {};
  for (const each of objects) {
    result.datePublished ??= textOf(each.datePublished);
    result.publisher ??= textOf(each.publisher);
    result.license ??= textOf(each.license);
  }
  return result;
}

/** The objects in a JSON-LD block. Broken and oversized blocks are ignored. */
function objectsIn(block: string): Record<string, unknown>[] {
  if (block.length > MAX_SCRIPT || block.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(block);
    const roots = Array.isArray(parsed) ? parsed : [parsed];
    const all = roots
      .slice(0, 50)
      .flatMap((root) => (isObject(root) && Array.isArray(root['@graph']) ? root['@graph'] : root));
    return all.slice(0, 50).filter(isObject);
  } catch {
    return []; // broken JSON is common
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text itself, or the name or address of a described thing. */
function textOf(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value;
  const text = isObject(one) ? (one.name ?? one.url ?? one['@id']) : one;
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, MAX_VALUE) : undefined;
}

function tidy(text: string | undefined): string | null {
  const tidied = (text ?? '').replace(/\s+/g, ' ').trim();
  return tidied === '' ? null : tidied;
}
