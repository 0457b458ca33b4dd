/**
 * Lists of what an organization or a person has, as ids, for limits on how many there may be. They are kept in the
 * server values and not in views, so that a limit holds for the very next call, on any instance.
 */
import type { ServerValues } from '#contracts/ports/server-values.ts';

export interface BoundedList {
  name: string;
  limit: number;
}

/** API keys that are not revoked, but for an organization's first one. Each can make 60 calls a minute. */
const ACTIVE_API_KEYS = 1_000;
/** Organizations that a person made over HTTP; nothing removes one. `evidence org create` knows no limit. */
const ORGANIZATIONS = 100;
/** Source sets; nothing removes one. */
const SOURCE_SETS = 1_000;

export function activeApiKeys(organizationId: string): BoundedList {
  return { name: `api-keys/${organizationId}`, limit: ACTIVE_API_KEYS };
}

export function organizationsOf(userId: string): BoundedList {
  return { name: `organizations/${userId}`, limit: ORGANIZATIONS };
}

export function sourceSetsOf(organizationId: string): BoundedList {
  return { name: `source-sets/${organizationId}`, limit: SOURCE_SETS };
}

/**
 * Runs `make` with the id on the list, or returns null where that is full. Where `make` throws the id is struck off again,
 * if that can be done; a process that dies meanwhile leaves it there.
 */
export async function makeWithin<Made>(
  values: ServerValues,
  list: BoundedList,
  id: string,
  make: () => Promise<Made>,
): Promise<{ made: Made } | null> {
  if (!(await enlist(values, list, id))) return null;
  try {
    return { made: await make() };
  } catch (error) {
    await strikeOff(values, list, id).catch(() => {});
    throw error;
  }
}

/** Takes the id off the list, if it is there. */
export async function strikeOff(values: ServerValues, list: BoundedList, id: string): Promise<void> {
  await change(values, list, (ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : null));
}

async function enlist(values: ServerValues, list: BoundedList, id: string): Promise<boolean> {
  let isOn = false;
  await change(values, list, (ids) => {
    isOn = ids.includes(id);
    if (isOn || ids.length >= list.limit) return null;
    isOn = true;
    return [...ids, id];
  });
  return isOn;
}

/** Where somebody else was faster, `edit` is asked again with what they left; null leaves the list as it is. */
async function change(
  values: ServerValues,
  { name }: BoundedList,
  edit: (ids: readonly string[]) => readonly string[] | null,
): Promise<void> {
  for (;;) {
    const stored = await values.get(name);
    const edited = edit(stored === null ? [] : (JSON.parse(stored) as string[]));
    if (edited === null || (await values.compareAndSet(name, stored, JSON.stringify(edited)))) return;
  }
}
