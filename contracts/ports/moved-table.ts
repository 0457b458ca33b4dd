/**
 * What a store hands over when a deployment moves from one shape to the other: the same rows from the adapters of both, so
 * that they can be compared afterwards. Events are not among them (they have a port that both share), and neither are
 * views, which are built from them.
 */
export interface MovedTable<Row extends MovedRow> {
  /** Every row once, in any order. */
  rows(): AsyncIterable<Row>;
  /** Adds or replaces rows; durable when it resolves. May be repeated. */
  put(rows: readonly Row[]): Promise<void>;
}

/** `id` is unique in the table; of several parts it is their list as JSON. Times are Unix milliseconds. */
export interface MovedRow {
  id: string;
}

/** A secret of the server, by its name; in plain form, as each side wraps with a master key of its own. */
export interface SecretRow extends MovedRow {
  secret: Uint8Array;
}

/** `key` is null where only the deadline of a lost key is left. */
export interface DataKeyRow extends MovedRow {
  organization_id: string;
  expires_at: number;
  key: Uint8Array | null;
}

/** The id of a key that was destroyed, which is never used again. */
export type DestroyedKeyRow = MovedRow;

/** Of organization, principal, endpoint and key; `response` is JSON text. */
export interface HoldRow extends MovedRow {
  fingerprint: string;
  target_id: string;
  response: string | null;
  lease_until: number;
  expires_at: number;
}

/** Of a key and the start of an hour. */
export interface QuotaRow extends MovedRow {
  used: number;
}

/** Of an organization and a month: settled and reserved costs, and what is still reserved. */
export interface CostRow extends MovedRow {
  cents: number;
  /** The share of each API key, sorted by key. */
  keys: [key_id: string, cents: number][];
  /** Sorted by id. */
  open: { reservation_id: string; key_id: string; cents: number; reserved_at: number }[];
}

/** Of namespace and value. */
export interface UniqueValueRow extends MovedRow {
  owner: string;
}

export interface ServerValueRow extends MovedRow {
  value: string;
}

/** By its key. */
export interface BlobRow extends MovedRow {
  bytes: Uint8Array;
  expires_at: number | null;
}

/** A document of the library, by its path. */
export interface LibraryRow extends MovedRow {
  title: string;
  publisher: string;
  publication_date: string | null;
  licence: string | null;
  content_hash: string;
  indexed_at: string;
  passages: string[];
}

/** All that moves beside the events. */
export interface MovedTables {
  secrets: MovedTable<SecretRow>;
  data_keys: MovedTable<DataKeyRow>;
  destroyed_keys: MovedTable<DestroyedKeyRow>;
  idempotency: MovedTable<HoldRow>;
  quotas: MovedTable<QuotaRow>;
  costs: MovedTable<CostRow>;
  unique_values: MovedTable<UniqueValueRow>;
  values: MovedTable<ServerValueRow>;
  blobs: MovedTable<BlobRow>;
  library: MovedTable<LibraryRow>;
}

/** Those of the vault. */
export type MovedVault = Pick<MovedTables, 'secrets' | 'data_keys' | 'destroyed_keys'>;
