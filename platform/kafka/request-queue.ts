/**
 * Mends kafkajs 2.2.4, which looks every millisecond, on each connection that ever had an answer, whether requests wait
 * to be sent, and does so for ever, even after the connection was lost. It is only needed while some do wait.
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
