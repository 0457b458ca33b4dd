/**
 * When the sessions of a member were last used. A session that was not used for half an hour has ended. Stored as one
 * server value per member: the stores have no values that expire, and with events every call would append one.
 */
import type { ServerValues } from '#contracts/ports/server-values.ts';

export const IDLE_MS = 30 * 60_000;
/** A use is recorded at most once a minute, so a session ends after 29 to 30 minutes without use. */
const WRITTEN_EVERY_MS = 60_000;
/** Concurrent sessions of one member. A further one ends the one that was unused for longest. */
const MOST_SESSIONS = 50;

export interface SessionHolder {
  organization_id: string;
  user_id: string;
}

/** Last use of each open session, in Unix milliseconds. */
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

/** Records a use of the session. Returns false if the session had ended before. */
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

/** Whether the session was used within the last half hour; records nothing. */
export async function isInUse(
  values: Pick<ServerValues, 'get'>,
  holder: SessionHolder,
  sessionId: string,
  nowMs: number,
): Promise<boolean> {
  const stored = await values.get(nameOf(holder));
  const used = stored === null ? undefined : (JSON.parse(stored) as Uses)[sessionId];
  return used !== undefined && nowMs - used < IDLE_MS;
}

export async function endUses(values: ServerValues, holder: SessionHolder, sessionId: string): Promise<void> {
  await update(values, holder, ({ [sessionId]: used, ...others }) => (used === undefined ? null : others));
}

function nameOf({ organization_id, user_id }: SessionHolder): string {
  return `session-uses/${organization_id}/${user_id}`;
}

/** Applies `edit`, and repeats it if another process was faster. A null edit changes nothing. */
async function update(values: ServerValues, holder: SessionHolder, edit: (uses: Uses) => Uses | null): Promise<void> {
  const name = nameOf(holder);
  for (;;) {
    const stored = await values.get(name);
    const edited = edit(stored === null ? {} : (JSON.parse(stored) as Uses));
    if (edited === null || (await values.compareAndSet(name, stored, JSON.stringify(edited)))) return;
  }
}
