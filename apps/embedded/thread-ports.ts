/** Names of the objects that the threads host. */
export const STORE_PORTS = {
  vault: 'vault',
  views: 'views',
  idempotency: 'idempotency',
  admission: 'admission',
  uniqueValues: 'unique-values',
  values: 'server-values',
  /** The sweep of all operational stores. */
  operations: 'operations',
} as const;
export const LIBRARY_PORT = 'library';
export const READER_PORTS = { results: 'results', claims: 'claims' } as const;
