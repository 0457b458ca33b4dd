/** How deep a JSON text may be and how much it may hold, whatever its size. */

export interface JsonBounds {
  /** The most objects and lists nested in each other. */
  levels: number;
  /** The most strings, numbers, words, lists and objects; field names do not count. */
  values: number;
}

/**
 * No request of the API has more than three levels or some hundred values. A value takes about ten times the memory
 * of its text, so megabytes of `{},{},…` would take gigabytes and seconds to build and to check.
 */
export const JSON_BOUNDS: JsonBounds = { levels: 64, values: 100_000 };
