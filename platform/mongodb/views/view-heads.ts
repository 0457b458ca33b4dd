/**
 * The generations of one version of a view, the live one, and their checkpoints, all in one document, so that every
 * change is one conditional update, visible as a whole or not at all.
 */
import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import { type Position, START } from '#contracts/ports/event-store.ts';
import { ReadStoreError, type View, type ViewGeneration } from '#contracts/ports/read-store.ts';
import { insertUnlessThere } from '../guarded-upsert.ts';

export interface ViewHead {
  /** View and version. */
  _id: string;
  /** The highest number assigned so far; numbers are never reused. */
  last: number;
  /** Null after the live generation was dropped. */
  live: number | null;
  /** Checkpoints by generation number. A generation that is not listed was dropped. */
  positions: Record<string, Position>;
  /** Generations that have held documents in parts. */
  parted?: number[];
}

const NAME = /^[a-z][a-z0-9_]*$/;

export class ViewHeads {
  readonly #heads: Collection<ViewHead>;

  constructor(database: Db) {
    this.#heads = database.collection<ViewHead>('view_heads');
  }

  find(view: View): Promise<ViewHead | null> {
    return this.#heads.findOne({ _id: headId(view) });
  }

  /** Number of the live generation; creates one if there is none. */
  async live(view: View): Promise<number> {
    for (;;) {
      const fresh: ViewHead = { _id: headId(view), last: 1, live: 1, positions: { '1': START } };
      const head = (await this.find(view)) ?? (await insertUnlessThere(this.#heads, fresh)) ?? fresh;
      if (head.live !== null) return head.live;
      const number = head.last + 1;
      const update = { $set: { last: number, live: number, [`positions.${number}`]: START } };
      if (await this.#change(head, update)) return number;
    }
  }

  /** Creates a generation that replaces unfinished ones. Returns its number and theirs. */
  async create(view: View): Promise<{ number: number; dropped: number[] }> {
    for (;;) {
      await this.live(view);
      const head = await this.find(view);
      if (head === null) continue;
      const number = head.last + 1;
      const dropped = numbersOf(head).filter((other) => other !== head.live);
      const update = { $set: { last: number, [`positions.${number}`]: START }, ...unset(dropped) };
      if (await this.#change(head, update)) return { number, dropped };
    }
  }

  /** Returns the number of the former live generation, if it was another one. Throws ReadStoreError. */
  async activate({ view, generation }: ViewGeneration): Promise<number | null> {
    for (;;) {
      const head = await this.find(view);
      if (head?.positions[generation] === undefined) throw dropped(generation);
      const former = head.live === generation ? null : head.live;
      const update = { $set: { live: generation }, ...unset(former === null ? [] : [former]) };
      if (await this.#change(head, update)) return former;
    }
  }

  async drop({ view, generation }: ViewGeneration): Promise<void> {
    for (;;) {
      const head = await this.find(view);
      if (head?.positions[generation] === undefined) return;
      const live = head.live === generation ? null : head.live;
      if (await this.#change(head, { $set: { live }, ...unset([generation]) })) return;
    }
  }

  /** Moves the checkpoint forward only. Throws ReadStoreError `generation_dropped`. */
  async advance({ view, generation }: ViewGeneration, checkpoint: Position): Promise<void> {
    const field = `positions.${generation}`;
    const filter = { _id: headId(view), [field]: { $lt: checkpoint } } as Filter<ViewHead>;
    const { matchedCount } = await this.#heads.updateOne(filter, {
      $set: { [field]: checkpoint },
    } as UpdateFilter<ViewHead>);
    if (matchedCount === 0) await this.position({ view, generation });
  }

  /** Throws ReadStoreError `generation_dropped`. */
  async position({ view, generation }: ViewGeneration): Promise<Position> {
    const position = (await this.find(view))?.positions[generation];
    if (position === undefined) throw dropped(generation);
    return position;
  }

  /** Records that documents of this generation may be in parts. */
  async markParted({ view, generation }: ViewGeneration): Promise<void> {
    await this.#heads.updateOne({ _id: headId(view) }, { $addToSet: { parted: generation } });
  }

  /** Updates the generations of the head, unless they were changed concurrently since it was read. */
  async #change(head: ViewHead, update: UpdateFilter<ViewHead>): Promise<boolean> {
    const others = numbersOf(head).map((number) => [`positions.${number}`, { $exists: true }]);
    const filter = { _id: head._id, last: head.last, live: head.live, ...Object.fromEntries(others) };
    return (await this.#heads.updateOne(filter as Filter<ViewHead>, update)).matchedCount === 1;
  }
}

/** Name of a generation's collection. Throws RangeError for an invalid view name. */
export function collectionName(view: View, generation: number): string {
  return `view_${headId(view)}_g${generation}`;
}

export function checkedField(field: string): string {
  if (!NAME.test(field)) throw new RangeError(`"${field}" cannot name a view or a field of one`);
  return field;
}

export function dropped(generation: number): ReadStoreError {
  return new ReadStoreError('generation_dropped', `generation ${generation} was dropped`);
}

function headId({ name, version }: View): string {
  return `${checkedField(name)}_v${version}`;
}

function numbersOf(head: ViewHead): number[] {
  return Object.keys(head.positions).map(Number);
}

function unset(numbers: readonly number[]): UpdateFilter<ViewHead> {
  if (numbers.length === 0) return {};
  return { $unset: Object.fromEntries(numbers.map((number) => [`positions.${number}`, ''])) };
}
