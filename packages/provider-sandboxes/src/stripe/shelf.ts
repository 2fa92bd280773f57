/** Objects made when they are asked for, older than all that were put in by hand. */
export interface Bulk<T> {
  count: number;
  /** The object at a place, the oldest at 0; the same every time. */
  at(place: number): T;
  placeOf(id: string): number | undefined;
  /** The places of one customer's objects, oldest first. */
  placesOfCustomer?(customerId: string): number[];
}

interface Kept {
  id: string;
  created: number;
}

/** Objects of one kind, oldest first, with the places that cursors name. */
export class Shelf<T extends Kept> {
  readonly #bulk: Bulk<T> | undefined;
  /** Changed objects of the bulk by place; null where one was deleted. */
  readonly #changed = new Map<number, T | null>();
  #own: (T | null)[] = [];
  #places = new Map<string, number>();
  #isLoading = false;

  constructor(bulk?: Bulk<T>) {
    this.#bulk = bulk;
  }

  /** Places in use, deleted ones included. */
  get length(): number {
    return this.#first + this.#own.length;
  }

  get #first(): number {
    return this.#bulk?.count ?? 0;
  }

  at(place: number): T | undefined {
    if (place >= this.#first) return this.#own[place - this.#first] ?? undefined;
    const changed = this.#changed.get(place);
    return changed === undefined ? this.#bulk?.at(place) : (changed ?? undefined);
  }

  placeOf(id: string): number | undefined {
    const own = this.#places.get(id);
    const place = own === undefined ? this.#bulk?.placeOf(id) : own + this.#first;
    return place !== undefined && this.at(place) ? place : undefined;
  }

  get(id: string): T | undefined {
    const place = this.placeOf(id);
    return place === undefined ? undefined : this.at(place);
  }

  /** Puts in a new object, by its time of creation, or what became of one. */
  put(object: T): T {
    const place = this.placeOf(object.id);
    if (place !== undefined) {
      if (place < this.#first) this.#changed.set(place, object);
      else this.#own[place - this.#first] = object;
      return object;
    }
    const last = this.#isLoading ? undefined : this.#own.findLast((one) => one !== null);
    if (this.#isLoading || !last || last.created <= object.created) {
      this.#places.set(object.id, this.#own.push(object) - 1);
    } else {
      this.#own.push(object);
      this.#sort();
    }
    return object;
  }

  /** From here on objects come in any order of time, and are sorted by `endLoad`. */
  beginLoad(): void {
    this.#isLoading = true;
  }

  endLoad(): void {
    this.#isLoading = false;
    this.#sort();
  }

  delete(id: string): T | undefined {
    const place = this.placeOf(id);
    const object = this.get(id);
    if (place === undefined) return undefined;
    if (place < this.#first) this.#changed.set(place, null);
    else this.#own[place - this.#first] = null;
    return object;
  }

  /** All that are there, oldest first; of a bulk this makes each. */
  *all(): Generator<T> {
    for (let place = 0; place < this.length; place += 1) {
      const object = this.at(place);
      if (object) yield object;
    }
  }

  /** One customer's, oldest first; undefined where the bulk cannot say which those are. */
  *ofCustomer(customerId: string, customerOf: (object: T) => string | null): Generator<T> {
    for (const place of this.#bulk?.placesOfCustomer?.(customerId) ?? []) {
      const object = this.at(place);
      if (object) yield object;
    }
    for (const object of this.#own) if (object && customerOf(object) === customerId) yield object;
  }

  /** The first place whose object was created at or after `seconds`. */
  firstFrom(seconds: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#createdNear(middle) < seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Of a place, or where it was deleted of the next that is there. */
  #createdNear(place: number): number {
    for (let next = place; next < this.length; next += 1) {
      const object = this.at(next);
      if (object) return object.created;
    }
    return Number.POSITIVE_INFINITY;
  }

  #sort(): void {
    const kept = this.#own.filter((one) => one !== null).sort((a, b) => a.created - b.created);
    this.#own = kept;
    this.#places = new Map(kept.map((one, at) => [one.id, at]));
  }
}
