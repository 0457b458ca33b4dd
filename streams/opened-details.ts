/**
 * Details of one verification that this process sealed or opened, so that the next stage and the response need not
 * decrypt, inflate, parse and check them again. Only use this with the verification's key at hand: details sealed with
 * a destroyed key must not be shown.
 */
import type { Json } from '#contracts/json.ts';
import type { SealedField } from '#domain/verification/sealed-fields.ts';

/** The record and field that a value was sealed for. */
export interface DetailPlace {
  record: string;
  field: SealedField;
}

export interface OpenedDetails {
  /** Total length of the remembered values' JSON texts. */
  readonly characters: number;
  /** `characters` is the length of the value's JSON text. The value must not be changed afterwards. */
  remember(sealed: string, place: DetailPlace, value: Json, characters: number): void;
  /** undefined if the value is not remembered, or was sealed for another place. */
  find(sealed: string, place: DetailPlace): Json | undefined;
}

/** Enough for about fifty claims with their evidence. Beyond this all is forgotten: it could grow to tens of MB. */
const MAX_CHARACTERS = 1_500_000;
/** The details of a longer text would exceed the limit, so none are remembered. */
const LONG_TEXT = 10_000;

/** `textCharacters`: length of the text being verified. */
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
