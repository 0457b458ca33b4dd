/** Forms with a file, for the operation that takes one. */
import type { FormPart } from '#test/support/documents.ts';
import { textOf } from './values.ts';

/** The files of generated forms, by number. */
const FILES: { filename: string; content: Buffer | string }[] = [
  { filename: 'notes.txt', content: 'Iron is a metal.' },
  { filename: 'notes.md', content: '# Metals\n\n- Iron is a metal.\n' },
  { filename: 'page.html', content: '<h1>Metals</h1><p>Iron is a metal.</p>' },
  { filename: 'broken.pdf', content: '%PDF-1.7\nnothing of the kind' },
  { filename: 'broken.docx', content: Buffer.from('504b0304ffffffffffff', 'hex') },
  { filename: 'sheet.csv', content: 'a,b,c' },
  { filename: 'empty.txt', content: '' },
];
export const FILE_COUNT = FILES.length;

/**
 * The parts of a form with these fields. `file`: the number of one of the files, or the content of a file without a
 * name.
 */
export function partsOf(fields: unknown): FormPart[] {
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).map(([name, value]) => {
    if (name !== 'file') return { name: encodeURIComponent(name.toWellFormed()), content: textOf(value) };
    const file = typeof value === 'number' ? FILES[value] : undefined;
    return { name, ...(file ?? { content: textOf(value) }) };
  });
}
