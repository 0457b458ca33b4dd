/** Settings of the hub, in the variables of its own tools. */
import { z } from 'zod';
import { httpUrl, variablesIn } from '../environment.ts';

const HubEnvironment = z.object({
  HF_ENDPOINT: httpUrl
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must be without credentials: HF_TOKEN is for them')
    .default('https://huggingface.co'),
  HF_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,1000}$/, 'must be a token without spaces')
    .optional(),
});

/** Throws ConfigurationError. An empty variable counts as unset. */
export function hubSettings(environment: Record<string, string | undefined>): {
  endpoint: string;
  token: string | null;
} {
  const { HF_ENDPOINT: endpoint, HF_TOKEN: token = null } = variablesIn(environment, HubEnvironment);
  return { endpoint, token };
}
