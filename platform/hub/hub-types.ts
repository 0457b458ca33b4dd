/** Types that the parts of the hub's client share. */
import type { Dispatcher } from 'undici';

/** One file of a model, as the hub lists it. */
export interface HubFile {
  path: string;
  /** Bytes. */
  size: number;
  /** The hash of the content: SHA-256 for large files, the SHA-1 of a Git blob for all others. */
  hash: { algorithm: 'sha256' | 'git-sha1'; hex: string };
}

export interface HubModel {
  /** OWNER/NAME. */
  id: string;
  /** Branch, tag or commit. */
  revision: string;
}

export type HubResponse = Dispatcher.ResponseData & {
  url: URL;
  /** The commit that the hub reported during the request. */
  commit: string | null;
};
