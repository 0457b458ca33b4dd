/** Skips contract tests that an adapter can't pass on a server that lacks a feature; the report gives the reason. */
import { test } from 'node:test';

/** Reasons by test name. */
export type Skipped = Readonly<Record<string, string>>;

export type Test = (name: string, body: () => Promise<void>) => void;

/** Like `test` of node:test, but skips the named tests. */
export function testSkipping(skipped: Skipped): Test {
  return (name, body) => void test(name, { skip: skipped[name] ?? false }, body);
}
