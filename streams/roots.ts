/**
 * Whose share an organization's work takes. Whoever is invited somewhere can make organizations, so a share of its own
 * for each of them would be worth nothing. All that goes back to one root shares what one organization may take:
 *
 * - An organization that the operator made (`evidence org create`, or POST /organizations by an owner or an admin of the
 *   operator's own organization) is its own root.
 * - One that anybody else made has the root of the organization in which its maker acted: by a chain of invitations that
 *   is the first organization which the operator made.
 * - The chain ends before the operator's own organization: who is only a member there is a root as a person.
 *
 * A root never changes.
 */
import { LRUCache } from 'lru-cache';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import type { Role } from '#contracts/vocabulary.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { type Operator, operatorOf } from './operator.ts';
import { load } from './repository.ts';

/** Organizations whose root is remembered, some hundred bytes each. */
const MOST_REMEMBERED = 20_000;

/** Who makes an organization. */
export interface Maker {
  organization_id: string;
  user_id: string;
  role: Role;
}

export interface Roots {
  /**
   * The root of an organization: an opaque id. Never rejects: an id of which nothing is known, or that can't be read at
   * the moment, stands for itself.
   */
  of(organizationId: string): Promise<string>;
  /** The root of a new organization with this id. Rejects if the maker's own root can't be read. */
  ofNew(maker: Maker, organizationId: string): Promise<string>;
  /** Whether somebody acts for the operator: as an owner or an admin of the operator's own organization. */
  isOperator(maker: Maker): Promise<boolean>;
}

export interface RootsDependencies {
  events: Pick<EventStore, 'readStream'>;
  operations: { uniqueValues: Pick<UniqueValues, 'owner'> };
}

export function createRoots({ events, operations }: RootsDependencies): Roots {
  const known = new LRUCache<string, string>({ max: MOST_REMEMBERED });
  let operator: Operator | null = null;

  async function findOperator(): Promise<Operator | null> {
    operator ??= await operatorOf(operations.uniqueValues);
    return operator;
  }

  /** null: there is no such organization. */
  async function read(organizationId: string): Promise<string | null> {
    const { state } = await load(events, ORGANIZATION, organizationId);
    if (state.organization === null) return null;
    if (state.root_id !== null) return state.root_id;
    // Made before roots were recorded: as one with the others of the same owner, who is the operator or a person.
    const own = await findOperator();
    const { owner_user_id } = state.organization;
    return organizationId === own?.organization_id || owner_user_id === own?.user_id ? organizationId : owner_user_id;
  }

  async function rootOf(organizationId: string): Promise<string> {
    const remembered = known.get(organizationId);
    if (remembered !== undefined) return remembered;
    const root = await read(organizationId);
    if (root !== null) known.set(organizationId, root);
    return root ?? organizationId;
  }

  async function isOperator({ organization_id, role }: Maker): Promise<boolean> {
    const own = await findOperator();
    return organization_id === own?.organization_id && (role === 'owner' || role === 'admin');
  }

  return {
    isOperator,
    async of(organizationId) {
      if (!organizationId.startsWith('org_')) return organizationId;
      // Whose turn it is must not depend on a store that is away for a moment.
      return rootOf(organizationId).catch(() => organizationId);
    },
    async ofNew(maker, organizationId) {
      if (await isOperator(maker)) return organizationId;
      const own = await findOperator();
      return maker.organization_id === own?.organization_id ? maker.user_id : rootOf(maker.organization_id);
    },
  };
}
