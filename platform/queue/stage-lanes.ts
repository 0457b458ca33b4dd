/**
 * The order in which a stage's messages are handled: a lane for each key, in it one message after another; the lanes of
 * an organization that are ready take turns, and organizations do at the slots of the stage. In memory, no I/O. `Place`
 * is where a message stands in what is read (a position of the log, an offset of a topic): a string whose order is that
 * of reading.
 */
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

export interface Delivery<Place extends string> {
  message: StageMessage;
  /** Everything up to here was known before this message. */
  before: Place;
  /** Attempts begun. */
  attempts: number;
  /** Has a row of its own: the watermark may pass it. */
  recorded: boolean;
  /** Waits for a retry, or behind one, or did once. */
  parked: boolean;
}

export interface Lane<Place extends string> {
  key: string;
  organization: string;
  /** Never empty while the lane exists; the first one is the one to handle. */
  deliveries: Delivery<Place>[];
  state: 'ready' | 'running' | 'backing_off';
}

export class StageLanes<Place extends string> {
  readonly #lanes = new Map<string, Lane<Place>>();
  /** By organization. */
  readonly #ready = new Map<string, Set<Lane<Place>>>();
  /** Not recorded, in order of position. One organization's may start before another's that came earlier. */
  readonly #fresh = new Set<Delivery<Place>>();
  /** The highest position that was finished. */
  #finished = '';
  #size = 0;

  /** Messages not finished. */
  get size(): number {
    return this.#size;
  }

  hasReady(organization: string): boolean {
    return this.#ready.has(organization);
  }

  /**
   * Adds a message behind those of its key. Where there are any, all of them are to be recorded: one alone would come
   * back before the others. Returns those that are not yet.
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

  /** The organization's lane whose turn it is, now running; its message is to be recorded. Null when none is ready. */
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

  /** The lane's message is done with: the next one of its key takes its turn. */
  finish(lane: Lane<Place>): void {
    const { position } = current(lane).message;
    if (position > this.#finished) this.#finished = position;
    lane.deliveries.shift();
    this.#size--;
    if (lane.deliveries.length === 0) this.#lanes.delete(lane.key);
    else this.ready(lane);
  }

  /** Nothing of this key is handled until `ready`. */
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
   * Records the messages that a finished one has overtaken, and returns them: the watermark stays before them, so the
   * next consumer would be given the finished one again.
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

  /** Up to where everything is finished or recorded, if `intake` is how far the log was read. */
  watermark(intake: Place): Place {
    const [first] = this.#fresh;
    return first?.before ?? intake;
  }

  /** Up to where everything is finished or parked. */
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

/** Whose turn a message takes; those of no organization take turns as one. */
export function organizationOf({ message }: Pick<Delivery<string>, 'message'>): string {
  return message.organization_id ?? '';
}

/** The message that a lane has to handle. */
export function current<Place extends string>(lane: Lane<Place>): Delivery<Place> {
  const [delivery] = lane.deliveries;
  if (delivery === undefined) throw new Error('a lane is never empty');
  return delivery;
}
