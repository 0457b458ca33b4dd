/** Erases members: at their own request, and by the operator. */
import { timestamp } from '#common/time.ts';
import type { EventMetadata, EventStore } from '#contracts/ports/event-store.ts';
import { isSealedAddress } from '#domain/organization/address.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { memberWithId } from '#domain/organization/member.ts';
import { announceDestruction, type CredentialDependencies, destroyCredential } from '#sealed/credentials.ts';
import { execute, load } from './repository.ts';

export interface MemberErasureDependencies extends Pick<CredentialDependencies, 'vault' | 'clock'> {
  events: EventStore;
  logger: { error(fields: object, message: string): void };
}

export interface ErasedMember {
  organization_id: string;
  user_id: string;
  erased_at: string;
  /** False if the key could not be destroyed yet; the expiry watch tries again within ten minutes. */
  key_destroyed: boolean;
  /** Whether the log keeps the address in clear, because the member was invited before addresses were sealed. */
  clear_in_log: boolean;
}

/**
 * Ends the membership and destroys the key of the address. A repetition destroys the key if that failed before. null:
 * there is no such member, or it is the organization's creator, who has no address.
 */
export async function eraseMember(
  { events, vault, clock, logger }: MemberErasureDependencies,
  { organization_id, user_id }: { organization_id: string; user_id: string },
  metadata: EventMetadata,
): Promise<ErasedMember | null> {
  const loaded = await load(events, ORGANIZATION, organization_id);
  const address = memberWithId(loaded.state, user_id)?.address ?? null;
  if (isSealedAddress(address)) await announceDestruction({ vault, clock }, address);
  const command = { type: 'EraseMember', user_id, erased_at: timestamp(clock) } as const;
  const executed = await execute(events, ORGANIZATION, organization_id, command, { metadata, loaded });
  if (!executed.accepted) return null;
  const { erased, clear_in_log } = memberWithId(executed.state, user_id)!;
  const { at: erased_at, key_id } = erased!;
  let key_destroyed = true;
  if (key_id !== null) {
    await destroyCredential({ vault }, { key_id }).catch((err: unknown) => {
      key_destroyed = false;
      logger.error({ err, request_id: metadata.request_id, user_id }, 'the key of an address is not destroyed yet');
    });
  }
  return { organization_id, user_id, erased_at, key_destroyed, clear_in_log };
}
