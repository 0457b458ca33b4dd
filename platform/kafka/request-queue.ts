/**
 * Works around a bug of kafkajs 2.2.4: every connection that ever received a response checks every millisecond whether
 * requests are waiting to be sent, even after it was lost. The check is only needed while requests wait.
 */
import { createRequire } from 'node:module';

interface RequestQueue {
  pending: readonly unknown[];
  scheduleCheckPendingRequests(this: RequestQueue): void;
}

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
  prototype: RequestQueue;
};
const schedule = prototype.scheduleCheckPendingRequests;

prototype.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this);
};
