import type { ServerValues } from '#contracts/ports/server-values.ts';

/** The server values port in memory. `values` contains what is stored. */
export function memoryValues(values = new Map<string, string>()): ServerValues {
  return {
    get: async (key) => values.get(key) ?? null,
    async compareAndSet(key, expected, value) {
      if ((values.get(key) ?? null) !== expected) return false;
      values.set(key, value);
      return true;
    },
  };
}
