/**
 * When the sessions of a member were last used: a session that was not for half an hour has ended. One server value for
 * each member, as the stores have no values that expire, and no event, as every call would be one.
 */
import type { ServerValues } from '#contracts/ports/server-values.ts';

export const IDLE_MS = 30 * 60_000;
/** A use is written down once a minute, so a session ends after 29 to 30 minutes. */
const WRITTEN_EVERY_MS = 60_000;
/** Sessions of one member at a time. A further one ends the one that was not used for longest. */
const MOST_SESSIONS = 50;

export interface SessionHolder {
  organization_id: string;
  user_id: string;
}

/** Last use of each session that goes on, in Unix milliseconds. */
type Uses = Readonly<Record<string, number>>;

export async function beginUses(
  values: ServerValues,
  holder: SessionHolder,
  sessionId: string,
  nowMs: number,
): Promise<void> {
  await update(values, holder, (uses) => {
    const lasting = Object.entries(uses).filter(([, used]) => nowMs - used < IDLE_MS);
    const kept = lasting.sort(([, a], [, b]) => b - a).slice(0, MOST_SESSIONS - 1);
    return { ...Object.fromEntries(kept), [sessionId]: nowMs };
  });
}

/** Notes a use of the session now. Returns false if it had ended before. */
export async function useSession(
  values: ServerValues,
  holder: SessionHolder,
  sessionId: string,
  nowMs: number,
): Promise<boolean> {
  let goesOn = false;
  await update(values, holder, (uses) => {
    const used = uses[sessionId];
    goesOn = used !== undefined && nowMs - used < IDLE_MS;
    return goesOn && nowMs - used! >= WRITTEN_EVERY_MS ? { ...uses, [sessionId]: nowMs } : null;
  });
  return goesOn;
}

export async function endUses(values: ServerValues, holder: SessionHolder, sessionId: string): Promise<void> {
  await update(values, holder, ({ [sessionId]: used, ...others }) => (used === undefined ? null : others));
}

/** Applies `edit`, again if another process was faster. A null edit changes nothing. */
async function update(values: ServerValues, holder: SessionHolder, edit: (uses: Uses) => Uses | null): Promise<void> {
  const name = `session-uses/${holder.organization_id}/${holder.user_id}`;
  for (;;) {
    const stored = await values.get(name);
    const edited = edit(stored === null ? {} : (JSON.parse(stored) as Uses));
    if (edited === null || (await values.compareAndSet(name, stored, JSON.stringify(edited)))) return;
  }
}
