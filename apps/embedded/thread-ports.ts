/** Names under which the threads host their objects. */
export const STORE_PORTS = {
  vault: 'vault',
  views: 'views',
  idempotency: 'idempotency',
  admission: 'admission',
  uniqueValues: 'unique-values',
  values: 'server-values',
  /** What the operational stores have in common: their sweep. */
  operations: 'operations',
} as const;
export const LIBRARY_PORT = 'library';
export const READER_PORTS = { results: 'results', claims: 'claims' } as const;
