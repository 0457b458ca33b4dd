/** What a backup of the data folder holds, and in which order it is copied. */

/**
 * The databases. A snapshot is taken of each, one right after the other, in this order: those that say how far work has
 * come before the log, so that a restored log is never behind them; the keys after it, so that none of its texts lacks
 * its key.
 */
export const DATABASES = ['queue.db', 'operations.db', 'views.db', 'library.db', 'events.db', 'vault.db'] as const;

/** Copied as they are, after the databases: what the log refers to is there before it is referred to. */
export const BLOBS = 'blobs';

/** Other files, if they are there. */
export const FILES = ['library-files.json'] as const;

/**
 * Copied only on request: with it, whoever has the backup reads everything. `bootstrap-key` never is: a start makes another
 * owner key.
 */
export const MASTER_KEY = 'master-key';

export const LOG = 'events.db';
export const VAULT = 'vault.db';
