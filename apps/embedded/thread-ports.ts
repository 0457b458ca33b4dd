/** Names under which the threads host their objects. */
export const STORE_PORTS = { vault: 'vault', operations: 'operations', views: 'views' } as const;
export const LIBRARY_PORT = 'library';
export const READER_PORTS = { results: 'results', claims: 'claims' } as const;
