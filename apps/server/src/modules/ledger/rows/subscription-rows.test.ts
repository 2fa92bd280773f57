import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SubscriptionInput } from "../ledger-record.ts";
import type { NextRow } from "./row-kind.ts";
import { subscriptionRows } from "./subscription-rows.ts";

const at = (date: string) => `${date}T00:00:00.000Z`;
const price = (amountMinor: number) => ({
  currency: "EUR",
  amountMinor,
  every: { unit: "month", count: 1 } as const,
});
const news = (more: Partial<SubscriptionInput> = {}): SubscriptionInput => ({
  customer: { externalId: "c" },
  sourceId: "s",
  status: 1,
  startedAt: at("2026-01-01"),
  price: price(100),
  ...more,
});

/** The row after news, each told on its day; a refusal as it is. */
function after(...told: readonly (readonly [date: string, record: SubscriptionInput])[]): NextRow | string {
  let known: NextRow | null = null;
  for (const [date, record] of told) {
    const next: NextRow | string = subscriptionRows.next(known, record, Date.parse(at(date)));
    if (typeof next === "string") return next;
    known = next;
  }
  return known ?? "nothing";
}
/** From, until, amount. */
const stretches = (row: NextRow | string) =>
  typeof row === "string"
    ? row
    : row.prices?.map((one) => [
        (one["from_at"] as string).slice(0, 10),
        (one["until_at"] as string | null)?.slice(0, 10) ?? null,
        one["amount_minor"],
      ]);
const columns = (row: NextRow | string, ...names: string[]) =>
  typeof row === "string" ? row : names.map((name) => row.columns[name]);

describe("the prices of a subscription", () => {
  it("without a date: since its start, another one since we were told, the same again changes nothing", () => {
    const told = [
      ["2026-02-01", news()],
      ["2026-03-01", news()],
      ["2026-04-01", news({ price: price(150) })],
      ["2026-05-01", news({ price: price(150) })],
    ] as const;
    expect(stretches(after(...told))).toEqual([
      ["2026-01-01", "2026-04-01", 100],
      ["2026-04-01", null, 150],
    ]);
    // Older news of a price says nothing of now.
    expect(stretches(after(...told, ["2026-03-15", news({ price: price(99) })]))).toEqual(
      stretches(after(...told)),
    );
  });

  it("with an end alone: from the start of the subscription", () => {
    expect(stretches(after(["2026-05-01", news({ priceUntil: at("2026-03-01") })]))).toEqual([
      ["2026-01-01", "2026-03-01", 100],
    ]);
  });

  it("with dates: a stretch each, in any order; one without an end lasts until the next", () => {
    const rows = [
      news({ priceFrom: at("2026-01-01"), priceUntil: at("2026-02-01"), price: price(1) }),
      news({ priceFrom: at("2026-02-01"), price: price(2) }),
      news({ priceFrom: at("2026-04-01"), price: price(3), startedAt: at("2026-04-01") }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 0, 1, 2], { minLength: 6 }), (order) => {
        const row = after(...order.map((which) => ["2026-05-01", rows[which]!] as const));
        expect(stretches(row)).toEqual([
          ["2026-01-01", "2026-02-01", 1],
          ["2026-02-01", "2026-04-01", 2],
          ["2026-04-01", null, 3],
        ]);
        expect(columns(row, "started_at")).toEqual([at("2026-01-01")]);
      }),
    );
  });

  it("read in another zone than before are the same stretches, in any order, as if they had always been", () => {
    const bounds = ["2026-01-01", "2026-02-01", "2026-03-01", null] as const;
    const rowsOf = (hours: number) => {
      const moved = (date: string) => new Date(Date.parse(at(date)) + hours * 3_600_000).toISOString();
      return [0, 1, 2].map((n) =>
        news({
          startedAt: moved("2026-01-01"),
          priceFrom: moved(bounds[n]!),
          ...(bounds[n + 1] && { priceUntil: moved(bounds[n + 1]!) }),
          price: price(n),
        }),
      );
    };
    const told = (date: string, rows: SubscriptionInput[]) => rows.map((row) => [date, row] as const);
    fc.assert(
      fc.property(
        fc.constantFrom(5, -9.5, 13, -11),
        fc.boolean(),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        (hours, hasEnds, order) => {
          const some = (rows: SubscriptionInput[]) =>
            rows.map((row) => (hasEnds ? row : { ...row, priceUntil: null }));
          const now = some(rowsOf(hours));
          const before = told("2026-05-01", some(rowsOf(0)));
          const again = after(
            ...before,
            ...told(
              "2026-06-01",
              order.map((which) => now[which]!),
            ),
          );
          const fresh = after(...told("2026-06-01", now));
          expect((again as NextRow).prices).toEqual((fresh as NextRow).prices);
        },
      ),
    );
    // Two prices of one day are two.
    const noon = news({ priceFrom: "2026-01-01T12:20:07.000Z", price: price(2) });
    expect(
      stretches(after(["2026-05-01", news({ priceFrom: at("2026-01-01") })], ["2026-05-01", noon])),
    ).toEqual([
      ["2026-01-01", "2026-01-01", 100],
      ["2026-01-01", null, 2],
    ]);
  });

  it("that lie over one another are refused", () => {
    const first = news({ priceFrom: at("2026-01-01"), priceUntil: at("2026-04-01") });
    const second = news({ priceFrom: at("2026-03-01"), priceUntil: at("2026-05-01") });
    expect(after(["2026-06-01", first], ["2026-06-01", second])).toBe("overlapping_price");
    expect(after(["2026-06-01", second], ["2026-06-01", first])).toBe("overlapping_price");
    expect(after(["2026-06-01", news({ priceFrom: at("2026-03-01"), priceUntil: at("2026-03-01") })])).toBe(
      "end_before_start",
    );
  });

  it("said twice at the same time without dates: the later one, and as often as it is said", () => {
    const twice = (date: string) =>
      [
        [date, news({ price: price(1) })],
        [date, news({ price: price(2) })],
      ] as const;
    expect(stretches(after(...twice("2026-02-01"), ...twice("2026-03-01")))).toEqual([
      ["2026-01-01", null, 2],
    ]);
  });

  it("keep plan and units where they are not said again, and correct the last one of a subscription that is over", () => {
    const ended = { status: 2, endedAt: at("2026-03-01") } as const;
    const row = after(
      ["2026-02-01", news({ price: { ...price(100), plan: "Pro", quantity: 3 } })],
      ["2026-04-01", news({ ...ended, price: price(120) })],
    );
    expect((row as NextRow).prices).toEqual([
      expect.objectContaining({
        plan: "Pro",
        quantity: 3,
        amount_minor: 120,
        from_at: at("2026-01-01"),
        until_at: null,
      }),
    ]);
  });

  it("that are none are refused", () => {
    const bad: Partial<SubscriptionInput["price"]>[] = [
      { amountMinor: -1 },
      { amountMinor: 1.5 },
      { discountMinor: 101 },
      { discountMinor: 60, includedTaxMinor: 60 },
      { every: { unit: "month", count: 0 } },
    ];
    for (const wrong of bad)
      expect(after(["2026-02-01", news({ price: { ...price(100), ...wrong } })])).toBe("bad_amount");
  });
});

describe("the end of a subscription", () => {
  const cancelled = news({ status: 2, endedAt: at("2026-03-01"), endedBy: "voluntary" });

  it("stays, whatever older news says; newer news takes it up again, and what lies between was not charged", () => {
    const ended = [
      ["2026-02-01", news()],
      ["2026-03-05", cancelled],
    ] as const;
    expect(columns(after(...ended, ["2026-02-15", news({ status: 3 })]), "status", "ended_at")).toEqual([
      2,
      at("2026-03-01"),
    ]);
    // At the same moment too.
    expect(columns(after(...ended, ["2026-03-05", news()]), "status", "ended_at")).toEqual([
      2,
      at("2026-03-01"),
    ]);
    const again = after(...ended, ["2026-05-01", news({ price: price(120) })]);
    expect(columns(again, "status", "ended_at", "ended_by")).toEqual([1, null, null]);
    expect(stretches(again)).toEqual([
      ["2026-01-01", "2026-03-01", 100],
      ["2026-05-01", null, 120],
    ]);
  });

  it("of a term that was renewed is none: it was still to come when it was told", () => {
    const ofTerm = news({ endedAt: at("2026-03-15") });
    const renewed = after(["2026-03-01", ofTerm], ["2026-04-01", news()], ["2026-05-01", news()]);
    expect(columns(renewed, "status", "ended_at")).toEqual([1, null]);
    expect(stretches(renewed)).toEqual([["2026-01-01", null, 100]]);
  });

  it("that was taken back is none, nor is the wish for it; one that came to pass stays", () => {
    const wished = news({
      endedAt: at("2026-04-01"),
      cancelRequestedAt: at("2026-03-10"),
      endedBy: "voluntary",
      endReason: "Too expensive",
    });
    const said = ["ended_at", "cancel_requested_at", "ended_by", "end_reason"];
    const goesOn = news({ goesOn: true });
    const none = [null, null, null, null];
    expect(columns(after(["2026-03-10", wished], ["2026-03-20", news()]), ...said)).not.toEqual(none);
    // Before its day, and after it: it was renewed, and nothing lies between.
    for (const day of ["2026-03-20", "2026-04-02"]) {
      const row = after(["2026-03-10", wished], [day, goesOn]);
      expect(columns(row, ...said), day).toEqual(none);
      expect(stretches(row), day).toEqual([["2026-01-01", null, 100]]);
    }
    // Said at the same time it is another row of the same subscription, and what is said later counts.
    for (const days of [
      ["2026-03-10", "2026-03-10"],
      ["2026-03-20", "2026-03-10"],
    ] as const)
      expect(columns(after([days[0], wished], [days[1], goesOn]), ...said)).not.toEqual(none);
    expect(
      columns(after(["2026-03-10", wished], ["2026-03-20", goesOn], ["2026-03-25", wished]), "ended_at"),
    ).toEqual([at("2026-04-01")]);
    // A file says of a term that it was renewed: the wish to end with it is taken back, one to end with a later term is not.
    const renewed = (until: string) => news({ renewedAt: at(until) });
    expect(columns(after(["2026-03-10", wished], ["2026-05-01", renewed("2026-04-01")]), ...said)).toEqual(
      none,
    );
    for (const until of ["2026-02-01", "2026-03-31"])
      expect(columns(after(["2026-03-10", wished], ["2026-03-31", renewed(until)]), ...said), until).toEqual([
        at("2026-04-01"),
        at("2026-03-10"),
        "voluntary",
        "Too expensive",
      ]);
    const over = after(["2026-04-02", { ...wished, status: 2 }], ["2026-05-01", goesOn]);
    expect(stretches(over)).toEqual([
      ["2026-01-01", "2026-04-01", 100],
      ["2026-05-01", null, 100],
    ]);
  });

  it("that nobody dated is that of the paid term, else the day we were told, and does not move", () => {
    const over = news({ status: 2 });
    expect(
      columns(after(["2026-02-01", news()], ["2026-03-05", over], ["2026-04-01", over]), "ended_at"),
    ).toEqual([at("2026-03-05")]);
    expect(
      columns(after(["2026-03-05", news({ status: 2, renewsAt: at("2026-02-01") })]), "ended_at"),
    ).toEqual([at("2026-02-01")]);
    const dated = news({ status: 2, endedAt: at("2026-02-20") });
    expect(columns(after(["2026-03-05", over], ["2026-04-01", dated]), "ended_at")).toEqual([
      at("2026-02-20"),
    ]);
  });

  it("before its start is refused", () => {
    expect(after(["2026-03-05", news({ endedAt: at("2025-12-31") })])).toBe("end_before_start");
  });

  it("without a status is one that is over once it has passed", () => {
    const told = (date: string) =>
      columns(after([date, news({ status: null, endedAt: at("2026-03-01") })]), "status");
    expect([told("2026-02-01"), told("2026-04-01")]).toEqual([[1], [2]]);
  });

  it("is none while it is paused, but nothing is charged", () => {
    const paused = news({ status: 4 });
    const row = after(
      ["2026-02-01", news()],
      ["2026-03-01", paused],
      ["2026-03-08", paused],
      ["2026-04-01", news()],
    );
    expect(stretches(row)).toEqual([
      ["2026-01-01", "2026-03-01", 100],
      ["2026-04-01", null, 100],
    ]);
  });
});

it("comes to the same in any order of the same news, the history of undated prices and pauses aside", () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const days = fc.constantFrom("2026-02-01", "2026-03-01", "2026-04-01", "2026-06-01").map(at);
  const anyNews = fc
    .record({
      status: fc.constantFrom(1, 2, 3, 4, null) as fc.Arbitrary<NonNullable<
        SubscriptionInput["status"]
      > | null>,
      endedAt: maybe(days),
      trialEndsAt: maybe(days),
      renewsAt: maybe(days),
      cancelRequestedAt: maybe(days),
      endedBy: maybe(fc.constantFrom("voluntary" as const, "involuntary" as const)),
      amount: fc.constantFrom(100, 200, 300),
    })
    // Without a day an end is that of the news.
    .filter(({ status, endedAt }) => status !== 2 || endedAt !== null)
    .map(({ amount, ...more }) => news({ ...more, price: price(amount) }));
  const anyHistory = fc
    .uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 2, maxLength: 5 })
    .chain((days) =>
      fc.tuple(
        fc.tuple(
          ...days.map((date) =>
            anyNews.map(
              (record) => [at(`2026-05-${`${date}`.padStart(2, "0")}`).slice(0, 10), record] as const,
            ),
          ),
        ),
        fc.shuffledSubarray([...days.keys()], { minLength: days.length }),
      ),
    );
  const names = ["status", "started_at", "ended_at", "trial_ends_at", "renews_at", "told_at"];
  fc.assert(
    fc.property(anyHistory, ([history, order]) => {
      const inTime = after(...history.toSorted(([a], [b]) => (a < b ? -1 : 1)));
      const inOrder = after(...order.map((which) => history[which]!));
      expect(columns(inOrder, ...names)).toEqual(columns(inTime, ...names));
      // Since when it was paused, only news in its order tells.
      if (history.some(([, { status }]) => status === 4)) return;
      const last = (row: NextRow | string) =>
        typeof row === "string" ? row : row.prices?.at(-1)?.["amount_minor"];
      expect(last(inOrder)).toEqual(last(inTime));
    }),
    { numRuns: 500 },
  );
});
