/** The decider of a document of the library: each change of it is recorded once. */
import type { z } from 'zod';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO } from '../decider.ts';
import { derivedId } from '../ids.ts';
import { LIBRARY_EVENTS, type LibraryDocumentAdded, type LibraryDocumentRemoved, type LibraryEvent } from './events.ts';

/** Documents of a version that recorded none are `unrecorded`. */
export type LibraryDocumentState = 'unrecorded' | 'removed' | { content_hash: string };

export type LibraryCommand =
  | { type: 'AddDocument'; data: z.infer<typeof LibraryDocumentAdded.schema> }
  | { type: 'RemoveDocument'; data: z.infer<typeof LibraryDocumentRemoved.schema> };

/** One document of the library: its stream, its events and its decider, which refuses nothing. */
export const LIBRARY_DOCUMENT = defineAggregate<LibraryDocumentState, LibraryCommand, LibraryEvent, never>(
  'library-document-',
  LIBRARY_EVENTS,
  {
    initialState: () => 'unrecorded',

    decide(command, state): Decision<LibraryEvent, never> {
      if (command.type === 'RemoveDocument') {
        return state === 'removed' ? NOTHING_TO_DO : accept({ type: 'LibraryDocumentRemoved', data: command.data });
      }
      const isKnown = typeof state === 'object' && state.content_hash === command.data.content_hash;
      return isKnown ? NOTHING_TO_DO : accept({ type: 'LibraryDocumentAdded', data: command.data });
    },

    evolve(_, event) {
      return event.type === 'LibraryDocumentRemoved' ? 'removed' : { content_hash: event.data.content_hash };
    },
  },
);

/** The id of the document at a path of the library: the same whenever it comes back. */
export function libraryDocumentId(path: string): string {
  return derivedId('doc', 'library', path);
}
