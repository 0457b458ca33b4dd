/** The link with which the operator signs in to the workbench. */
import { createSignInLink } from '#command-api/sessions/sign-in-link.ts';
import { ENTER_PATH } from '#http/paths.ts';
import type { Service } from '../parts/service.ts';
import type { Input } from './inputs.ts';
import { OperationError } from './operation-error.ts';

export interface SignInLinkOperations {
  /** A link that signs the owner in, once, within ten minutes. Throws OperationError if the owner key is not valid. */
  signInLink(input: Input<'signInLink'>): Promise<{ url: string }>;
}

type Needed = Pick<Service, 'stores' | 'secrets' | 'bootstrap' | 'publicUrl'>;

export function createSignInLinkOperations({ stores, secrets, bootstrap, publicUrl }: Needed): SignInLinkOperations {
  const { events, operations, clock } = stores;
  return {
    async signInLink() {
      const token = await createSignInLink({ events, operations, clock, secrets }, bootstrap.key);
      if (token === null) {
        throw new OperationError('the owner key was revoked or rotated: sign in with its new secret instead');
      }
      return { url: `${publicUrl().replace(/\/$/, '')}${ENTER_PATH}?token=${token}` };
    },
  };
}
