/** How events store a secret. */
import { z } from 'zod';
import { Sealed } from './definition.ts';

/** A secret sealed with its own vault key, so that destroying the key destroys the secret. */
export const SealedCredential = z.object({
  /** Id of the vault key. */
  key_id: z.string(),
  sealed: Sealed,
});
export type SealedCredential = z.infer<typeof SealedCredential>;
