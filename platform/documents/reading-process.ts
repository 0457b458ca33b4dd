/**
 * Entry module of the process that reads one document: the file comes on standard input, its type and the id of the
 * service's process are the arguments. Writes one JSON outcome and ends. It may be killed at any time.
 */
import { buffer } from 'node:stream/consumers';
import type { DocumentKind } from '#contracts/document-vocabulary.ts';
import { dieFirstWithoutMemory } from '../sandboxed-process.ts';
import { lowerPriority, lowerPriorityFurther } from '../threads/background.ts';
import { UnreadableDocument } from './failure.ts';
import { endWithParent } from './parent-watch.ts';
import { type ReadingOutcome, TEXTS } from './protocol.ts';
import { readFileOf } from './read-file.ts';

const kind = process.argv[2] as DocumentKind;
// Before the priority is lowered, which its thread would inherit.
endWithParent(Number(process.argv[3]));
// A text does not wait for others' PDFs; a plain one takes less than the start of its process, and for nobody.
if (!TEXTS.has(kind)) lowerPriorityFurther();
else if (kind !== 'txt') lowerPriority();
dieFirstWithoutMemory();
// Output of libraries could contain text of the document.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};

const outcome = await read();
await new Promise<void>((resolve) => process.stdout.write(JSON.stringify(outcome), () => resolve()));
process.exit(0);

async function read(): Promise<ReadingOutcome> {
  const file = await buffer(process.stdin);
  try {
    return { ok: true, ...(await readFileOf(kind, file)) };
  } catch (error) {
    if (error instanceof UnreadableDocument) return { ok: false, code: error.code, empty_because: error.emptyBecause };
    return { ok: false, code: 'document_corrupt', empty_because: null };
  }
}
