/**
 * Limits the memory for request bodies in a process, and how many of them are parsed in one turn of the event loop. Quota and concurrency are checked only after a body was read and
 * parsed; until then only this limit keeps many large bodies from filling the memory. Counts the bytes received, not
 * those announced.
 */
import { FairSlots } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE, MEBIBYTE } from '#contracts/http/operation.ts';

/** A body that is read, decoded and parsed takes a few times its size. */
const PROCESS_BYTES = 256 * MEBIBYTE;
/** Not counted: such a body takes hardly more than its connection. */
const SMALL_BYTES = 16 * KIBIBYTE;
const RETRY_AFTER_SECONDS = 1;

/**
 * Shares shrink as the budget fills. All organizations with one root together hold at most half of what others leave,
 * and each of them at most three quarters of what the root's other organizations leave of that. So no root can take the
 * last byte, and creating more organizations does not help. Alone, an organization may hold 96 MiB: eight
 * concurrent batches of twenty texts of 100,000 characters, each escaped as six bytes.
 */
const ROOT_SHARE = 1 / 2;
const ORGANIZATION_SHARE = 3 / 4;

export interface BodyHolder {
  organization_id: string;
  /** The root of the organization. */
  root_id: string;
}

export interface BodyBudget {
  open(holder: BodyHolder): HeldBytes;
}

/** The budget that one body uses. */
export interface HeldBytes {
  /**
   * Counts received bytes. Throws concurrency_limit_exceeded if the organization's bodies take too much,
   * service_unavailable if all bodies together do; the bytes are not counted then.
   */
  add(bytes: number): void;
  /**
   * Resolves when the next piece of a large body may be parsed: one per turn of the event loop, the roots in turn. So many
   * large bodies of one caller leave the others their turns.
   */
  turn(): Promise<void>;
  /** Releases everything for good. Idempotent. */
  release(): void;
}

export function createBodyBudget({ processBytes = PROCESS_BYTES } = {}): BodyBudget {
  const byRoot = new Counts();
  const byOrganization = new Counts();
  const pieces = new FairSlots({ slots: 1 });
  let total = 0;

  const check = ({ organization_id, root_id }: BodyHolder, bytes: number) => {
    const own = byOrganization.of(organization_id) + bytes;
    if (own > processBytes * ROOT_SHARE * ORGANIZATION_SHARE) {
      const most = Math.floor((processBytes * ROOT_SHARE * ORGANIZATION_SHARE) / MEBIBYTE);
      const message = `The limit of ${most} MiB of request bodies at a time from this organization is reached.`;
      throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
    }
    const ofRoot = byRoot.of(root_id);
    const forRoot = (processBytes - (total - ofRoot)) * ROOT_SHARE;
    const forOrganization = (forRoot - (ofRoot - byOrganization.of(organization_id))) * ORGANIZATION_SHARE;
    if (own > forOrganization) throw new ApiError('service_unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  };

  return {
    open(holder) {
      let received = 0;
      let counted = 0;
      let released = false;
      const change = (bytes: number) => {
        total += bytes;
        byRoot.add(holder.root_id, bytes);
        byOrganization.add(holder.organization_id, bytes);
        counted += bytes;
      };
      return {
        add(bytes) {
          received += bytes;
          if (released || received <= SMALL_BYTES) return;
          check(holder, received - counted);
          change(received - counted);
        },
        async turn() {
          const release = await pieces.acquire(holder.root_id);
          setImmediate(release);
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
