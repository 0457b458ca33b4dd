/** Regular expressions that are composed of parts, all of them made here, so that a test can check each one. */

const composed: RegExp[] = [];

/**
 * `new RegExp(source, flags)`, which stands nowhere else. Call it while a module is loaded, never with parts that come
 * from outside or that are known only later: `npm test` loads every module that calls it and proves what it made linear.
 */
export function composedRegExp(source: string, flags = ''): RegExp {
  const pattern = new RegExp(source, flags);
  composed.push(pattern);
  return pattern;
}

/** All that the modules loaded so far have composed, in that order. */
export function composedRegExps(): readonly RegExp[] {
  return composed;
}
