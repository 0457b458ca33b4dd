/** A secret in events. */
import { z } from 'zod';
import { Sealed } from './definition.ts';

/** A secret under a vault key of its own, so that destroying the key destroys it. */
export const SealedCredential = z.object({
  /** Id of the vault key. */
  key_id: z.string(),
  sealed: Sealed,
});
export type SealedCredential = z.infer<typeof SealedCredential>;
