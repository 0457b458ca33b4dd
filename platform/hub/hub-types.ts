/** What the parts of the hub's client pass between them. */
import type { Dispatcher } from 'undici';

/** One file of a model, as the hub lists it. */
export interface HubFile {
  path: string;
  /** Bytes. */
  size: number;
  /** What the content must hash to: large files have a SHA-256, all others the SHA-1 of a Git blob. */
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
  /** The commit that the hub named on the way. */
  commit: string | null;
};
