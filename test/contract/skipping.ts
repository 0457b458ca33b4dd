/** Contract tests that an adapter can't pass on a server that lacks something, each skipped aloud under its own name. */
import { test } from 'node:test';

/** Why, by the name of the test. */
export type Skipped = Readonly<Record<string, string>>;

export type Test = (name: string, body: () => Promise<void>) => void;

export function testsBut(skipped: Skipped): Test {
  return (name, body) => void test(name, { skip: skipped[name] ?? false }, body);
}
