/**
 * How much of request bodies a process holds at a time. Quota and concurrency are checked once a body was read and
 * understood; until then only this keeps many large bodies at once from filling the memory. Counted are the bytes that
 * have come, not those that were announced.
 */
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE, MEBIBYTE } from '#contracts/http/operation.ts';

/** Read, decoded and parsed, a body takes a few times its size. */
const PROCESS_BYTES = 256 * MEBIBYTE;
/** Not counted: such a body takes hardly more than the connection that it comes on. */
const SMALL_BYTES = 16 * KIBIBYTE;
const RETRY_AFTER_SECONDS = 1;

/**
 * Shares shrink as the budget fills: all organizations of one owner hold at most half of what other owners leave, and
 * one of them at most three quarters of what the owner's others leave of that. So nobody can take the last byte, and it
 * does not help to make more organizations. Alone, an organization may hold 96 MiB: eight batches at once of twenty texts
 * of 100,000 characters, each escaped as six bytes.
 */
const OWNER_SHARE = 1 / 2;
const ORGANIZATION_SHARE = 3 / 4;

export interface BodyHolder {
  organization_id: string;
  /** The owner: keys act for the user who made their organization. */
  user_id: string;
}

export interface BodyBudget {
  open(holder: BodyHolder): HeldBytes;
}

/** What one body takes. */
export interface HeldBytes {
  /**
   * Counts bytes that have come. Throws concurrency_limit_exceeded where the organization has too much under way,
   * service_unavailable where all together have; and takes nothing then.
   */
  add(bytes: number): void;
  /** Gives back everything, for good. Safe to call again. */
  release(): void;
}

export function createBodyBudget({ processBytes = PROCESS_BYTES } = {}): BodyBudget {
  const byOwner = new Counts();
  const byOrganization = new Counts();
  let taken = 0;

  const check = ({ organization_id, user_id }: BodyHolder, bytes: number) => {
    const own = byOrganization.of(organization_id) + bytes;
    if (own > processBytes * OWNER_SHARE * ORGANIZATION_SHARE) {
      const message = 'Too many large requests at once from this organization.';
      throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
    }
    const owners = byOwner.of(user_id);
    const forOwner = (processBytes - (taken - owners)) * OWNER_SHARE;
    const forOrganization = (forOwner - (owners - byOrganization.of(organization_id))) * ORGANIZATION_SHARE;
    if (own > forOrganization) throw new ApiError('service_unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  };

  return {
    open(holder) {
      let come = 0;
      let counted = 0;
      let released = false;
      const change = (bytes: number) => {
        taken += bytes;
        byOwner.add(holder.user_id, bytes);
        byOrganization.add(holder.organization_id, bytes);
        counted += bytes;
      };
      return {
        add(bytes) {
          come += bytes;
          if (released || come <= SMALL_BYTES) return;
          check(holder, come - counted);
          change(come - counted);
        },
        release() {
          released = true;
          if (counted > 0) change(-counted);
        },
      };
    },
  };
}

class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}
