/**
 * The order in which a stage's messages are handled, in memory. Each key has a lane, whose messages are handled one
 * after another. An organization's ready lanes take turns, and organizations take turns at the slots of the stage.
 * `Place` is a message's place in its source (a position of the log, an offset of a topic): a string that sorts in
 * reading order.
 */
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

export interface Delivery<Place extends string> {
  message: StageMessage;
  /** Everything up to here was read before this message. */
  before: Place;
  /** Attempts begun. */
  attempts: number;
  /** Has a stored row, so the watermark may pass it. */
  recorded: boolean;
  /** Waits for a retry or behind one, or did so once. */
  parked: boolean;
}

export interface Lane<Place extends string> {
  key: string;
  organization: string;
  /** Never empty while the lane exists; the first one is handled next. */
  deliveries: Delivery<Place>[];
  state: 'ready' | 'running' | 'backing_off';
}

export class StageLanes<Place extends string> {
  readonly #lanes = new Map<string, Lane<Place>>();
  /** Ready lanes by organization. */
  readonly #ready = new Map<string, Set<Lane<Place>>>();
  /**
   * Messages without a row, in order of position. One organization's may start before another's that arrived earlier.
   */
  readonly #fresh = new Set<Delivery<Place>>();
  /** The highest finished position. */
  #finished = '';
  #size = 0;

  /** Number of unfinished messages. */
  get size(): number {
    return this.#size;
  }

  hasReady(organization: string): boolean {
    return this.#ready.has(organization);
  }

  /**
   * Adds a message behind others with its key. If there are others, all of them must be recorded: one recorded alone
   * would be delivered before the others after a restart. Returns those that are not recorded yet.
   */
  add(delivery: Delivery<Place>): Delivery<Place>[] {
    this.#size++;
    const lane = this.#lanes.get(delivery.message.key);
    if (lane !== undefined) {
      delivery.parked ||= lane.state === 'backing_off';
      lane.deliveries.push(delivery);
      const toRecord = lane.deliveries.filter(({ recorded }) => !recorded);
      for (const each of toRecord) {
        each.recorded = true;
        this.#fresh.delete(each);
      }
      return toRecord;
    }
    const { key } = delivery.message;
    const own: Lane<Place> = { key, organization: organizationOf(delivery), deliveries: [delivery], state: 'ready' };
    this.#lanes.set(key, own);
    this.ready(own);
    if (!delivery.recorded) this.#fresh.add(delivery);
    return [];
  }

  /** Starts the organization's next ready lane; its message must be recorded. Null when none is ready. */
  start(organization: string): Lane<Place> | null {
    const [lane] = this.#ready.get(organization) ?? [];
    if (lane === undefined) return null;
    this.#unready(lane);
    lane.state = 'running';
    const delivery = current(lane);
    delivery.recorded = true;
    this.#fresh.delete(delivery);
    return lane;
  }

  /** Finishes the lane's message; the next message of its key is ready. */
  finish(lane: Lane<Place>): void {
    const { position } = current(lane).message;
    if (position > this.#finished) this.#finished = position;
    lane.deliveries.shift();
    this.#size--;
    if (lane.deliveries.length === 0) this.#lanes.delete(lane.key);
    else this.ready(lane);
  }

  /** Handles no messages of this key until `ready`. */
  backOff(lane: Lane<Place>): void {
    this.#unready(lane);
    lane.state = 'backing_off';
    for (const delivery of lane.deliveries) delivery.parked = true;
  }

  ready(lane: Lane<Place>): void {
    lane.state = 'ready';
    const others = this.#ready.get(lane.organization);
    if (others === undefined) this.#ready.set(lane.organization, new Set([lane]));
    else others.add(lane);
  }

  /**
   * Marks messages overtaken by a finished one as recorded, and returns them. Otherwise the watermark would stay before
   * them, and the finished message would be delivered again.
   */
  recordOvertaken(): Delivery<Place>[] {
    const overtaken = [...this.#fresh].filter(({ message }) => message.position < this.#finished);
    for (const delivery of overtaken) {
      delivery.recorded = true;
      this.#fresh.delete(delivery);
    }
    return overtaken;
  }

  #unready(lane: Lane<Place>): void {
    const ready = this.#ready.get(lane.organization);
    ready?.delete(lane);
    if (ready?.size === 0) this.#ready.delete(lane.organization);
  }

  lane(key: string): Lane<Place> | undefined {
    return this.#lanes.get(key);
  }

  /** Everything up to here is finished or recorded, if the source was read up to `intake`. */
  watermark(intake: Place): Place {
    const [first] = this.#fresh;
    return first?.before ?? intake;
  }

  /** Everything up to here is finished or parked, if the source was read up to `intake`. */
  settled(intake: Place): Place {
    let position = intake;
    for (const lane of this.#lanes.values()) {
      for (const delivery of lane.deliveries) {
        if (!delivery.parked && delivery.before < position) position = delivery.before;
      }
    }
    return position;
  }
}

/** The key for taking turns; messages without an organization share one. */
export function organizationOf({ message }: Pick<Delivery<string>, 'message'>): string {
  return message.organization_id ?? '';
}

/** The message that the lane handles next. */
export function current<Place extends string>(lane: Lane<Place>): Delivery<Place> {
  const [delivery] = lane.deliveries;
  if (delivery === undefined) throw new Error('a lane is never empty');
  return delivery;
}
