/**
 * Expressions of the search languages: words, "phrases", fields, parentheses, and the operators AND, OR and NOT; words that
 * stand side by side are all wanted. Ranges, proximity and wildcards are lacking.
 */

export interface Language {
  or: string;
  not: string;
  /** Prefixes that may stand before a word, with a colon. */
  fields: readonly string[];
  /** Values that a field is compared with elsewhere, such as `HAS_ABSTRACT:y`: they are true of every record here. */
  always?: readonly string[];
}

export interface Expression {
  /** All words that are wanted, for ranking. */
  words: string[];
  matches(text: string): boolean;
}

type Test = (text: string) => boolean;

/** Throws SyntaxError for an expression that the language doesn't have. */
export function readExpression(source: string, language: Language): Expression {
  const tokens = source.match(/"[^"]*"|[()|]|[^\s()|"]+"[^"]*"|[^\s()|"]+|"/gu) ?? [];
  const words: string[] = [];
  let at = 0;

  function either(): Test {
    const tests = [all()];
    while (tokens[at] === language.or) {
      at++;
      tests.push(all());
    }
    return (text) => tests.some((test) => test(text));
  }

  function all(): Test {
    const tests = [one()];
    while (at < tokens.length && tokens[at] !== language.or && tokens[at] !== ')') {
      if (tokens[at] === 'AND') at++;
      tests.push(one());
    }
    return (text) => tests.every((test) => test(text));
  }

  function one(): Test {
    const token = tokens[at++];
    if (token === undefined || token === ')' || token === 'AND' || token === language.or || token === '"') {
      throw new SyntaxError('expected a word');
    }
    if (token === language.not) {
      const test = one();
      return (text) => !test(text);
    }
    if (token !== '(') return word(token);
    const test = either();
    if (tokens[at++] !== ')') throw new SyntaxError('expected )');
    return test;
  }

  function word(token: string): Test {
    if (language.always?.includes(token)) return () => true;
    const [, field, value = ''] = /^(?:([A-Za-z_]+):)?(.*)$/su.exec(token)!;
    if (field !== undefined && !language.fields.includes(field)) throw new SyntaxError(`unknown field ${field}`);
    const plain = value.replaceAll('"', '').toLowerCase();
    if (!/[\p{L}\p{N}]/u.test(plain)) throw new SyntaxError('expected a word');
    words.push(plain);
    return (text) => text.toLowerCase().includes(plain);
  }

  const matches = either();
  if (at < tokens.length) throw new SyntaxError('expected the end');
  return { words, matches };
}
