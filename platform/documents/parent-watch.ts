/**
 * Ends the process that reads a document once the service is gone: a killed service can't end it any more, nor apply
 * its limits. This is a thread of its own, because a document can keep the main thread busy for minutes.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 500;
/** The thread has next to nothing on its heap; without limits it would reserve as much as the main thread. */
const HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/** Kills this process as soon as its parent is another one than `parent`, its process id. Does not keep it alive. */
export function endWithParent(parent: number): void {
  new Worker(new URL(import.meta.url), { workerData: parent, resourceLimits: HEAP }).unref();
}

if (!isMainThread) {
  const parent = workerData as number;
  // The first look is at once: the parent may have been killed before this process was ready.
  const look = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  };
  look();
  setInterval(look, LOOK_EVERY_MS);
}
