/**
 * Replaces data that identifies persons with placeholders before a text leaves the machine. Within one de-identifier, the same
 * thing always gets the same placeholder, so that a claim and a passage can still be compared.
 */
import { type Replacement, type RewrittenText, rewrite, unchanged } from '#engine/text/rewritten-text.ts';
import { findPlacesAndBirths } from './addresses.ts';
import { Covered, IDENTIFIER_KINDS, type IdentifierKind, withoutOverlaps } from './finding.ts';
import { findNumbers } from './identity-numbers.ts';
import { Persons } from './persons.ts';

export interface Deidentifier {
  /** The text with placeholders. It keeps track of the range that each stands for. */
  hide(text: RewrittenText): RewrittenText;
  /** The text with every placeholder replaced by the first value that it stood for. */
  restore(text: string): string;
  /** All placeholders with their values. */
  placeholders(): [placeholder: string, value: string][];
  /** How many different things of each kind were replaced. Kinds without any are left out. */
  replaced(): { kind: IdentifierKind; count: number }[];
}

export interface DeidentifierOptions {
  /** Texts to collect names of persons from. Null: names of persons are not replaced. */
  personsIn: readonly string[] | null;
}

/** The form of a placeholder. Text that already has this form is replaced by a placeholder too. */
const PLACEHOLDER = /\[[A-Z_]{2,20}_\d{1,6}\]/g;

type Kind = IdentifierKind | 'literal';

export function createDeidentifier({ personsIn }: DeidentifierOptions): Deidentifier {
  const persons = personsIn === null ? null : new Persons(personsIn);
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<Kind, number>();
  const placeholderFor = (kind: Kind, key: string, value: string) => {
    const known = placeholders.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    const placeholder = `[${kind.toUpperCase()}_${count}]`;
    counts.set(kind, count);
    placeholders.set(`${kind} ${key}`, placeholder);
    values.set(placeholder, value);
    return placeholder;
  };
  return {
    hide(text) {
      const own = [...text.text.matchAll(PLACEHOLDER)].map(({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
      }));
      const owned = new Covered(own, text.text.length);
      const found = [...findNumbers(text.text), ...findPlacesAndBirths(text.text), ...(persons?.find(text.text) ?? [])];
      const replace = (kind: Kind, start: number, end: number, key: string): Replacement => ({
        start,
        end,
        by: placeholderFor(kind, key, text.text.slice(start, end)),
        standsFor: true,
      });
      const replacements = [
        ...own.map(({ start, end }) => replace('literal', start, end, text.text.slice(start, end))),
        ...withoutOverlaps(found.filter((finding) => !owned.touches(finding))).map(({ kind, start, end, key }) =>
          replace(kind, start, end, key),
        ),
      ];
      return rewrite(
        text,
        replacements.sort((a, b) => a.start - b.start),
      );
    },
    restore: (text) => restorePlaceholders(text, values),
    placeholders: () => [...values],
    replaced: () =>
      IDENTIFIER_KINDS.map((kind) => ({ kind, count: counts.get(kind) ?? 0 })).filter(({ count }) => count > 0),
  };
}

/** The text with every known placeholder replaced by its value. */
export function restorePlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (placeholder) => values.get(placeholder) ?? placeholder);
}

/** Like `hide`, for plain text. */
export function hideIn(deidentifier: Deidentifier, text: string): string {
  return deidentifier.hide(unchanged(text)).text;
}
