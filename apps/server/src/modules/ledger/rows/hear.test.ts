import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hear, olderOf, recall, type Heard } from "./hear.ts";

interface Row {
  status: number | null;
  name: string | null;
  at: number | null;
}
const holds = (field: keyof Row, known: unknown) => field === "status" && known === 2;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const anyNews: fc.Arbitrary<Row> = fc.record({
  status: maybe(fc.constantFrom(1, 2)),
  name: maybe(fc.constantFrom("a", "b")),
  at: maybe(fc.nat(2)),
});
/** Each at a time of its own. */
const anyHistory = fc
  .uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 7 })
  .chain((times) =>
    fc.tuple(
      fc.tuple(...times.map((atMs) => anyNews.map((news) => ({ atMs, news })))),
      fc.shuffledSubarray(times, { minLength: times.length }),
    ),
  );

/** What is known after news in an order, kept as the database keeps it between two. */
function after(history: readonly { atMs: number; news: Row }[]): Heard<Row> | null {
  let known: Heard<Row> | null = null;
  for (const { atMs, news } of history) {
    const heard: Heard<Row> = hear(known, news, atMs, holds);
    // A column that always has a value.
    const values = { ...heard.said, status: heard.said.status ?? 0 };
    known = recall(values, heard.toldAtMs, olderOf(heard, values));
  }
  return known;
}

describe("news of a row", () => {
  it("comes to the same in any order: each field as it was said last", () => {
    fc.assert(
      fc.property(anyHistory, ([history, order]) => {
        const inTime = history.toSorted((a, b) => a.atMs - b.atMs);
        const last = <F extends keyof Row>(field: F) =>
          inTime.findLast(({ news }) => news[field] !== null)?.news[field] ?? null;
        const known = after(order.map((atMs) => history.find((one) => one.atMs === atMs)!));
        expect(known?.said).toEqual({ status: last("status"), name: last("name"), at: last("at") });
        expect(known).toEqual(after(inTime));
      }),
    );
  });

  it("of the same moment is the later row's, but does not take back an end", () => {
    const one: Row = { status: 2, name: "a", at: null };
    const other: Row = { status: 1, name: "b", at: null };
    expect(hear(hear(null, one, 1, holds), other, 1, holds).said).toEqual({ status: 2, name: "b", at: null });
    expect(hear(hear(null, one, 1, holds), other, 2, holds).said.status).toBe(1);
  });
});
