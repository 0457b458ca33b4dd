/**
 * Yields the offsets of `wanted` in `text`, including overlapping ones, in linear time (Knuth, Morris, Pratt). Repeated `indexOf`
 * would take quadratic time on texts like "aaaa".
 */
export function* occurrences(text: string, wanted: string): Generator<number> {
  if (wanted === '') return;
  const fallback = fallbacksOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    while (matched > 0 && text[at] !== wanted[matched]) matched = fallback[matched - 1]!;
    if (text[at] === wanted[matched]) matched++;
    if (matched < wanted.length) continue;
    yield at - matched + 1;
    matched = fallback[matched - 1]!;
  }
}

/** For each prefix of `wanted`, the length of its longest proper prefix that is also a suffix of it. */
function fallbacksOf(wanted: string): Uint32Array {
  const fallback = new Uint32Array(wanted.length);
  let matched = 0;
  for (let at = 1; at < wanted.length; at++) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = fallback[matched - 1]!;
    if (wanted[at] === wanted[matched]) matched++;
    fallback[at] = matched;
  }
  return fallback;
}
