/** The record of one run's calls to outside sources, as reading uses it. */
import type { WebCandidate, WebOutcome, WebSearchSender, WebSource } from '#contracts/ports/web-sources.ts';
import type { OutsideLimits } from './limits.ts';

/** What the ledger needs to know of a source. */
export type AskedSource = Pick<WebSource, 'id' | 'cents_per_search'>;
export type SearchOutcome = WebOutcome<WebCandidate[]>;

export interface SourceLedger {
  /** What earlier deliveries of the run have used up of its limits. */
  used(): OutsideLimits;
  /** Whether an earlier delivery has asked this. Asking again then does not count towards the limits. */
  hasSearched(source: AskedSource, question: string): boolean;
  hasRead(source: AskedSource, url: string): boolean;
  /**
   * Runs `search`, which must send its request through the sender. A search is recorded before it is sent, and is not
   * sent if a monthly limit forbids its price.
   */
  search(
    source: AskedSource,
    question: string,
    signal: AbortSignal,
    search: (sender: WebSearchSender) => Promise<SearchOutcome>,
  ): Promise<SearchOutcome>;
  /** Must be called before documents are read. False: retrieval has ended meanwhile, so nothing may be sent. */
  mayRead(documents: readonly { source: AskedSource; url: string }[]): Promise<boolean>;
}

/** For searches outside of a run, such as measurements. */
export const UNRECORDED: SourceLedger = {
  used: () => ({ searches: 0, documents: 0 }),
  hasSearched: () => false,
  hasRead: () => false,
  search: (_source, _question, _signal, search) => search((send) => send()),
  mayRead: async () => true,
};
