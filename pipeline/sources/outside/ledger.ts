/** What outside sources are asked for one run, as far as reading has to know it. */
import type { WebCandidate, WebOutcome, WebSearchSender, WebSource } from '#contracts/ports/web-sources.ts';
import type { OutsideLimits } from './limits.ts';

/** A source as the ledger knows it. */
export type AskedSource = Pick<WebSource, 'id' | 'cents_per_search'>;
export type SearchOutcome = WebOutcome<WebCandidate[]>;

export interface SourceLedger {
  /** What earlier deliveries of the run have used of its limits. */
  used(): OutsideLimits;
  /** Whether an earlier delivery has asked this, which is then asked again without using anything of the limits. */
  hasSearched(source: AskedSource, question: string): boolean;
  hasRead(source: AskedSource, url: string): boolean;
  /**
   * The outcome of `search`, which is to send what it sends through the sender. A search is recorded before it is sent,
   * and is not sent where a monthly limit forbids its price.
   */
  search(
    source: AskedSource,
    question: string,
    signal: AbortSignal,
    search: (sender: WebSearchSender) => Promise<SearchOutcome>,
  ): Promise<SearchOutcome>;
  /** To be called before documents are read. Returns false if retrieval has ended otherwise, so that nothing may be sent. */
  mayRead(documents: readonly { source: AskedSource; url: string }[]): Promise<boolean>;
}

/** For what is no run of a verification, such as measurements. */
export const UNRECORDED: SourceLedger = {
  used: () => ({ searches: 0, documents: 0 }),
  hasSearched: () => false,
  hasRead: () => false,
  search: (_source, _question, _signal, search) => search((send) => send()),
  mayRead: async () => true,
};
