/** What a move leaves so that no service starts on half a deployment, or on one that went on elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '#contracts/ports/event-store.ts';
import { writeNewFile } from '#platform/files/durability.ts';
import { ConfigurationError } from '../configuration-error.ts';

/** The value in MongoDB while a move goes into these servers; it names the deployment that is moved. */
export const MOVING = 'move-unfinished';

/**
 * What the mark of a move says: the deployment, and how far its log went when the move began. A move goes on only if that
 * is still so: what was erased since would stay readable in what it has brought already.
 */
export function beginningOf(deployment: string, head: Position): string {
  return `${deployment} ${head}`;
}

export function isOfDeployment(mark: string, deployment: string): boolean {
  return mark.startsWith(`${deployment} `);
}

/** The file in a data folder that was moved to servers: when, RFC 3339. */
const MOVED = 'moved';

export function markMoved(folder: string, at: string): void {
  if (!isMoved(folder)) writeNewFile(join(folder, MOVED), `${at}\n`);
}

export function isMoved(folder: string): boolean {
  return existsSync(join(folder, MOVED));
}

/** Throws ConfigurationError for a folder whose deployment went on elsewhere: both would send and erase. */
export function requireNotMoved(folder: string): void {
  if (!isMoved(folder)) return;
  const at = readFileSync(join(folder, MOVED), 'utf8').trim();
  throw new ConfigurationError([
    `what is in ${folder} was moved to servers at ${at}: start the distributed shape there, or remove the file "${MOVED}" to go on here without what was written there since`,
  ]);
}
