/**
 * Lists of ids, which limit how many of something an organization or a person may have. They are kept in the server
 * values and not in views, so that a limit applies to the very next call, on any instance.
 */
import type { ServerValues } from '#contracts/ports/server-values.ts';

export interface BoundedList {
  name: string;
  limit: number;
}

/** API keys that are not revoked, not counting an organization's first one. Each can make 60 calls a minute. */
const ACTIVE_API_KEYS = 1_000;
/**
 * Organizations that a person created over HTTP, and those of all persons with one root, except the operator's; they
 * are never removed. `evidence org create` has no limit.
 */
const ORGANIZATIONS = 100;
/** Source sets; they are never removed. */
const SOURCE_SETS = 1_000;

export function activeApiKeys(organizationId: string): BoundedList {
  return { name: `api-keys/${organizationId}`, limit: ACTIVE_API_KEYS };
}

export function organizationsOf(userId: string): BoundedList {
  return { name: `organizations/${userId}`, limit: ORGANIZATIONS };
}

export function organizationsWithRoot(rootId: string): BoundedList {
  return { name: `organizations-of-root/${rootId}`, limit: ORGANIZATIONS };
}

export function sourceSetsOf(organizationId: string): BoundedList {
  return { name: `source-sets/${organizationId}`, limit: SOURCE_SETS };
}

/**
 * Adds the id to the list and runs `create`, or returns null if the list is full. If `create` throws, the id is removed
 * again if possible; if the process is killed meanwhile, the id stays on the list.
 */
export async function createWithinLimit<Created>(
  values: ServerValues,
  list: BoundedList,
  id: string,
  create: () => Promise<Created>,
): Promise<{ created: Created } | null> {
  if (!(await addToList(values, list, id))) return null;
  try {
    return { created: await create() };
  } catch (error) {
    await removeFromList(values, list, id).catch(() => {});
    throw error;
  }
}

/** Removes the ids for which `isGone` returns true: a crash or an unreachable store may have left them on the list. */
export async function removeGone(
  values: ServerValues,
  list: BoundedList,
  isGone: (id: string) => Promise<boolean>,
): Promise<void> {
  const ids = await idsOn(values, list);
  const gone = new Set<string>();
  for (const id of ids) if (await isGone(id)) gone.add(id);
  if (gone.size > 0) await updateList(values, list, (now) => now.filter((id) => !gone.has(id)));
}

/** Removes the id from the list, if it is there. */
export async function removeFromList(values: ServerValues, list: BoundedList, id: string): Promise<void> {
  await updateList(values, list, (ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : null));
}

/** The ids on the list, in the order in which they were added. */
export async function idsOn(values: Pick<ServerValues, 'get'>, { name }: BoundedList): Promise<readonly string[]> {
  return idsIn(await values.get(name));
}

/** Returns false if the list is full. */
export async function addToList(values: ServerValues, list: BoundedList, id: string): Promise<boolean> {
  let isOn = false;
  await updateList(values, list, (ids) => {
    isOn = ids.includes(id);
    if (isOn || ids.length >= list.limit) return null;
    isOn = true;
    return [...ids, id];
  });
  return isOn;
}

/**
 * Applies `edit`, and repeats it on the new list if another process changed the list first. A null edit changes
 * nothing.
 */
async function updateList(
  values: ServerValues,
  { name }: BoundedList,
  edit: (ids: readonly string[]) => readonly string[] | null,
): Promise<void> {
  for (;;) {
    const stored = await values.get(name);
    const edited = edit(idsIn(stored));
    if (edited === null || (await values.compareAndSet(name, stored, JSON.stringify(edited)))) return;
  }
}

function idsIn(stored: string | null): readonly string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}
