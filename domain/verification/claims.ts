/**
 * The claims of a verification by id, in order of extraction. A long text is folded some events at a time, and each state
 * may be kept: states share what does not differ between them, so that one costs what has changed instead of all claims.
 */

/** Claims that are copied together when one of them changes. */
const CLAIMS_PER_PAGE = 64;

type Pages<Claim> = readonly (readonly Claim[])[];

export class Claims<Claim> {
  readonly size: number;
  readonly pages: Pages<Claim>;
  /** By id. Later states add to the same map, so some of these places may be beyond the pages of this one. */
  readonly #places: Map<string, number>;

  constructor(size = 0, pages: Pages<Claim> = [], places: Map<string, number> = new Map()) {
    this.size = size;
    this.pages = pages;
    this.#places = places;
  }

  get(id: string): Claim | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : at(this.pages, place);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  *values(): Generator<Claim> {
    for (const page of this.pages) yield* page;
  }

  /** Begins changes, which do not change these claims. */
  change(): ChangedClaims<Claim> {
    return new ChangedClaims(this.size, this.pages, this.#places);
  }
}

class ChangedClaims<Claim> {
  #size: number;
  #places: Map<string, number>;
  readonly #pages: (readonly Claim[])[];
  /** The pages that no other state has, by number. */
  readonly #own = new Map<number, Claim[]>();

  constructor(size: number, pages: Pages<Claim>, places: Map<string, number>) {
    this.#size = size;
    this.#pages = [...pages];
    this.#places = places;
  }

  get size(): number {
    return this.#size;
  }

  get(id: string): Claim | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : at(this.#pages, place);
  }

  set(id: string, claim: Claim): void {
    const known = this.#places.get(id);
    const place = known !== undefined && known < this.#size ? known : this.#add(id);
    this.#ownPage(Math.floor(place / CLAIMS_PER_PAGE))[place % CLAIMS_PER_PAGE] = claim;
  }

  /** The claims as they are now; no more changes may follow. */
  done(): Claims<Claim> {
    return new Claims(this.#size, this.#pages, this.#places);
  }

  #add(id: string): number {
    const place = this.#size++;
    // Another state that follows the same one has added claims of its own.
    if (this.#places.size !== place) this.#places = new Map([...this.#places].slice(0, place));
    this.#places.set(id, place);
    return place;
  }

  #ownPage(number: number): Claim[] {
    let page = this.#own.get(number);
    if (page === undefined) {
      page = [...(this.#pages[number] ?? [])];
      this.#own.set(number, page);
      this.#pages[number] = page;
    }
    return page;
  }
}

function at<Claim>(pages: Pages<Claim>, place: number): Claim | undefined {
  return pages[Math.floor(place / CLAIMS_PER_PAGE)]?.[place % CLAIMS_PER_PAGE];
}
