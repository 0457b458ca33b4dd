/** The resources that generated requests refer to: ids from earlier responses. */

const PLACEHOLDER = /^\{\{(\w+):(\d+)\}\}$/;

interface Thing {
  id: string;
  /** The resource that it is part of: the verification of a claim, the job of an artifact. */
  of: string | null;
  gone: boolean;
}

export class Things {
  readonly #known = new Map<string, Thing[]>();

  /** `prefix`: kind of the resource, as in placeholders. */
  add(prefix: string, id: string, of: string | null = null): void {
    const things = this.#known.get(prefix) ?? [];
    this.#known.set(prefix, things);
    if (!things.some((thing) => thing.id === id)) things.push({ id, of, gone: false });
  }

  /** From now on, it is seldom referred to. */
  remove(id: string): void {
    for (const thing of [...this.#known.values()].flat()) if (thing.id === id) thing.gone = true;
  }

  /**
   * Collects the ids in a response: a resource, a result with its claims, a batch, a job with its token and artifacts.
   */
  learn(answer: LearnedAnswer): void {
    const { id, source_set_id, job_id, access_token, artifacts, result, items } = answer;
    // The owner key of a new organization belongs to that organization, not to this one.
    if (isId(id) && prefixOf(id) !== 'org') this.add(prefixOf(id), id, isId(source_set_id) ? source_set_id : null);
    if (isId(job_id)) {
      this.add('job', job_id);
      if (isId(access_token)) this.add('tok', access_token, job_id);
      for (const artifact of artifacts ?? []) this.add('art', artifact.id, job_id);
    }
    for (const each of [result, ...(items ?? []).map((item) => item.result)]) {
      if (!each) continue;
      this.add('ver', each.id);
      for (const claim of each.claims ?? []) this.add('clm', claim.id, each.id);
    }
  }

  /**
   * Replaces the placeholders of one request. Pass its parts from the inside out: when a resource is chosen, later
   * parts refer to what it is part of, so that both fit. Number 0 stands for any resource, including deleted ones and
   * those that don't fit.
   */
  filler(): (value: unknown) => unknown {
    const chosen: Thing[] = [];
    const pick = (prefix: string, n: number): string => {
      const all = this.#known.get(prefix) ?? [];
      const here = all.filter(({ gone }) => !gone);
      const whole = here.filter(({ id }) => chosen.some(({ of }) => of === id));
      const parts = here.filter(({ of }) => chosen.some(({ id }) => id === of));
      const among = n === 0 ? all : ([whole, parts, here].find((fitting) => fitting.length > 0) ?? all);
      if (among.length === 0) return `${prefix}_${'0'.repeat(32)}`;
      const thing = among[n % among.length]!;
      chosen.push(thing);
      return thing.id;
    };
    const fill = (value: unknown): unknown => {
      if (typeof value === 'string') {
        const [, prefix, n] = PLACEHOLDER.exec(value) ?? [];
        return prefix === undefined ? value : pick(prefix, Number(n));
      }
      if (Array.isArray(value)) return value.map(fill);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
    };
    return fill;
  }
}

interface LearnedResult {
  id: string;
  claims?: { id: string }[];
}

/** The fields of responses that contain ids; all optional. */
export interface LearnedAnswer {
  id?: unknown;
  source_set_id?: unknown;
  job_id?: unknown;
  access_token?: unknown;
  artifacts?: { id: string }[];
  result?: LearnedResult | null;
  items?: { result?: LearnedResult | null }[];
}

function isId(value: unknown): value is string {
  return typeof value === 'string';
}

function prefixOf(id: string): string {
  return id.split('_', 1)[0]!;
}
