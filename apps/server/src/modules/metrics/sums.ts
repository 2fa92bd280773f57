/** Sums of whole amounts by key: what is to be added to the rows of a table. */
export class Sums {
  readonly columns: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #rows = new Map<string, Float64Array>();

  constructor(columns: readonly string[]) {
    this.columns = columns;
    this.#places = new Map(columns.map((column, at) => [column, at]));
  }

  add(key: readonly string[], values: Readonly<Record<string, number>>, sign = 1): void {
    const name = key.join(SEPARATOR);
    let row = this.#rows.get(name);
    if (row === undefined) this.#rows.set(name, (row = new Float64Array(this.columns.length)));
    for (const column in values) row[this.#places.get(column)!]! += sign * values[column]!;
  }

  /** Those that are not zero throughout. */
  *rows(): Generator<{ key: string[]; values: Float64Array }> {
    for (const [name, values] of this.#rows) {
      if (values.some((value) => value !== 0)) yield { key: name.split(SEPARATOR), values };
    }
  }
}

/** A control character, which no plan, currency or day holds. */
const SEPARATOR = "\u0001";
