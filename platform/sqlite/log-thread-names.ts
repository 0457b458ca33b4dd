/** Names that the log thread and its clients share. */

/** The hosted EventLog. */
export const EVENT_LOG_PORT = 'events';
/** The hosted QueueProgress. */
export const QUEUE_PROGRESS_PORT = 'queue';
/** Notification after each commit of events; its payload is the number of the newest event. */
export const COMMITTED = 'committed';
