/** Compares two generations of a view: one that was kept up to date, and one that was built anew from the log. */
import { isDeepStrictEqual } from 'node:util';
import type { ReadStore, StoredDocument, ViewGeneration } from '#contracts/ports/read-store.ts';

interface Difference {
  id: string;
  /** null: this generation lacks the document. */
  first: StoredDocument | null;
  second: StoredDocument | null;
}

/** Documents that differ between two generations, their positions included; at most `limit` of them. */
export async function compareGenerations(
  views: ReadStore,
  first: ViewGeneration,
  second: ViewGeneration,
  limit = 100,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const left = documentsOf(views, first);
  const right = documentsOf(views, second);
  let a = await left.next();
  let b = await right.next();
  while (differences.length < limit && !(a.done && b.done)) {
    const smallest = a.done || (!b.done && b.value.id < a.value.id) ? b.value!.id : a.value.id;
    const inFirst = !a.done && a.value.id === smallest ? a.value : null;
    const inSecond = !b.done && b.value.id === smallest ? b.value : null;
    if (!isDeepStrictEqual(inFirst, inSecond)) differences.push({ id: smallest, first: inFirst, second: inSecond });
    if (inFirst !== null) a = await left.next();
    if (inSecond !== null) b = await right.next();
  }
  return differences;
}

const SCAN_PAGE = 500;

async function* documentsOf(views: ReadStore, generation: ViewGeneration): AsyncGenerator<StoredDocument, null> {
  for (let after = ''; ; ) {
    const page = await views.scan(generation, { after, limit: SCAN_PAGE });
    yield* page;
    if (page.length < SCAN_PAGE) return null;
    after = page.at(-1)!.id;
  }
}
