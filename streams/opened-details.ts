/**
 * Details of one verification as this process sealed or opened them, so that the next stage and the answer need not
 * decrypt, inflate, parse and check them once more. Whoever looks here has the verification's key in hand: what was
 * sealed with a destroyed one must not be shown.
 */
import type { Json } from '#contracts/json.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';

/** Where a sealed value belongs. */
export interface DetailPlace {
  record: string;
  field: SealedField;
}

export interface OpenedDetails {
  /** Of the JSON texts of all that is remembered. */
  readonly characters: number;
  /** `characters` is the length of the value's JSON text. The value must not be changed any more. */
  remember(sealed: string, place: DetailPlace, value: Json, characters: number): void;
  /** undefined for what is not remembered, or belongs elsewhere. */
  find(sealed: string, place: DetailPlace): Json | undefined;
}

/** Enough for some fifty claims with their evidence. Of more nothing is remembered: it would be tens of MB. */
const MAX_CHARACTERS = 1_500_000;
/** Of a text longer than this so much would come that it is not begun. */
const LONG_TEXT = 10_000;

/** `textCharacters`: of the text that is verified. */
export function createOpenedDetails(textCharacters: number): OpenedDetails {
  const known = new Map<string, DetailPlace & { value: Json }>();
  let characters = 0;
  return {
    get characters() {
      return known.size === 0 ? 0 : characters;
    },
    remember(sealed, place, value, length) {
      if (textCharacters > LONG_TEXT) return;
      characters += length;
      if (characters <= MAX_CHARACTERS) known.set(sealed, { ...place, value });
      else known.clear();
    },
    find(sealed, { record, field }) {
      const found = known.get(sealed);
      return found !== undefined && found.record === record && found.field === field ? found.value : undefined;
    },
  };
}
