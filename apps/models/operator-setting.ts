/** The language model that `evidence model use` has set, for all processes of a deployment. */
import { z } from 'zod';
import type { ServerValues } from '#contracts/ports/server-values.ts';

const KEY = 'operator-model';

const Setting = z.strictObject({
  /** Base URL of a server of OpenAI's chat completions. */
  url: z.url().max(2_000),
  /** The model's name at its server. */
  name: z.string().regex(/^[\x21-\x7e]{1,200}$/),
});
export type OperatorSetting = z.infer<typeof Setting>;

/** Returns null if none is set, or what is stored is not a setting of this version. */
export async function readOperatorSetting(values: Pick<ServerValues, 'get'>): Promise<OperatorSetting | null> {
  return parsed(await values.get(KEY));
}

/** Replaces the setting, whoever else changes it meanwhile; null: none. */
export async function writeOperatorSetting(values: ServerValues, setting: OperatorSetting | null): Promise<void> {
  const value = JSON.stringify(setting === null ? null : Setting.parse(setting));
  while (!(await values.compareAndSet(KEY, await values.get(KEY), value)));
}

function parsed(value: string | null): OperatorSetting | null {
  if (value === null) return null;
  try {
    return Setting.nullable().parse(JSON.parse(value));
  } catch {
    return null;
  }
}
