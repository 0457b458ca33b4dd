/** Operations on members. */
import { type EventStore, type Position, START } from '#contracts/ports/event-store.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import { isAddress } from '#domain/organization/address.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { addressFingerprint } from '#sealed/member-addresses.ts';
import { activeApiKeys, idsOn } from '#streams/bounded-lists.ts';
import { type ErasedMember, eraseMember } from '#streams/member-erasure.ts';
import { load } from '#streams/repository.ts';
import { systemMetadata } from '../parts/bootstrap.ts';
import type { Service } from '../parts/service.ts';
import type { Input } from './inputs.ts';
import { OperationError } from './operation-error.ts';

export interface MemberOperations {
  /**
   * Erases a member, or all members with an address. Those erased before are among them, so that a repetition destroys
   * what could not be destroyed then. Throws OperationError if there is none.
   */
  eraseMember(input: Input<'eraseMember'>): Promise<{ data: ErasedByOperator[] }>;
}

export interface ErasedByOperator extends ErasedMember {
  /** API keys that the person made. They belong to the organization, and go on until they are revoked. */
  key_ids: string[];
}

interface Membership {
  organization_id: string;
  user_id: string;
}

const INVITATIONS = { types: registry.storedTypes(['MemberInvited']) };
const PAGE = 500;

export function createMemberOperations({
  stores,
  logger,
  secrets,
}: Pick<Service, 'stores' | 'logger' | 'secrets'>): MemberOperations {
  const { events, vault, clock, operations } = stores;

  async function activeKeysOf({ organization_id, user_id }: Membership): Promise<string[]> {
    const ids: string[] = [];
    for (const id of await idsOn(operations.values, activeApiKeys(organization_id))) {
      const { key, revoked } = (await load(events, API_KEY, id)).state;
      if (key?.user_id === user_id && !revoked) ids.push(id);
    }
    return ids;
  }

  return {
    async eraseMember({ member, organization_id: only }) {
      const data: ErasedByOperator[] = [];
      for (const found of await invited(events, secrets.pepper, member)) {
        if (only !== null && found.organization_id !== only) continue;
        const metadata = systemMetadata('operator', found.organization_id);
        const erased = await eraseMember({ events, vault, clock, logger }, found, metadata);
        if (erased !== null) data.push({ ...erased, key_ids: await activeKeysOf(found) });
      }
      if (data.length > 0) return { data };
      const where = only === null ? 'in any organization' : `in ${only}`;
      throw new OperationError(`nobody was invited with this address or id ${where}`);
    },
  };
}

/** Everybody who was ever invited with the address or the user id, by organization, oldest first. */
async function invited(
  events: Pick<EventStore, 'readAll'>,
  pepper: Uint8Array,
  addressOrId: string,
): Promise<Membership[]> {
  const found = new Map<string, Membership>();
  const prefix = ORGANIZATION.streamPrefix;
  for (let after: Position = START; ; ) {
    const page = await events.readAll({ after, limit: PAGE, filter: INVITATIONS });
    for (const recorded of page.events) {
      const event = decodeEvent(recorded);
      if (event?.type !== 'MemberInvited' || !recorded.stream.startsWith(prefix)) continue;
      const organization_id = recorded.stream.slice(prefix.length);
      const { user_id, address } = event.data;
      const fingerprint = addressFingerprint(pepper, { organization_id, email: addressOrId });
      if (user_id !== addressOrId && !isAddress(address, { email: addressOrId, fingerprint })) continue;
      found.set(`${organization_id}/${user_id}`, { organization_id, user_id });
    }
    if (page.at_end) return [...found.values()];
    after = page.position;
  }
}
