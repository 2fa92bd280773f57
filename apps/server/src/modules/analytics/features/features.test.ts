import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CustomerRecord } from "#modules/customers/index.ts";
import { buildTable } from "./build-table.ts";
import { customerFeatures, planCustomerFeatures } from "./customer-features.ts";
import { featureWords } from "./feature-words.ts";
import { outcomeOf } from "./outcome.ts";
import {
  closedSnapshots,
  createSnapshotPlanner,
  DAY_MS,
  snapshotFeatures,
  snapshotTimeMs,
  type Snapshot,
} from "./snapshot-features.ts";

const now = new Date("2026-06-15T12:00:00Z");
const nobody: CustomerRecord = {
  id: "c",
  externalId: "c",
  email: null,
  fullName: null,
  lifetimeValueCents: null,
  monthlyRevenueCents: null,
  currency: null,
  plan: null,
  subscriptionStatus: null,
  paymentStatus: null,
  startedAt: null,
  tenureMonths: null,
  endedAt: null,
  lastActivityAt: null,
  lastLoginAt: null,
  churned: null,
  churnedAt: null,
  attributes: {},
  createdAt: now,
};
const monthly = (values: readonly number[]): Snapshot[] =>
  values.map((logins_30d, index) => ({
    takenOn: new Date(Date.UTC(2025, 0, 1) + index * 30 * DAY_MS).toISOString().slice(0, 10),
    features: { logins_30d, plan: "Growth" },
  }));

describe("the outcome of a customer", () => {
  it("is the company's own label before anything else", () => {
    expect(outcomeOf({ ...nobody, churned: false, subscriptionStatus: 2 }, now)).toBe(false);
    expect(outcomeOf({ ...nobody, churned: true, subscriptionStatus: 1 }, now)).toBe(true);
  });

  it("is an end date that has passed, or a Cancelled or Inactive subscription", () => {
    expect(outcomeOf({ ...nobody, endedAt: new Date("2026-06-01"), subscriptionStatus: 1 }, now)).toBe(true);
    expect(outcomeOf({ ...nobody, endedAt: new Date("2026-07-01"), subscriptionStatus: 1 }, now)).toBe(false);
    expect(
      [0, 1, 2, 3, 4].map((status) => outcomeOf({ ...nobody, subscriptionStatus: status as 0 }, now)),
    ).toEqual([true, false, true, false, false]);
  });

  it("is unknown where nothing says either way", () => {
    expect(outcomeOf(nobody, now)).toBeNull();
  });
});

describe("the row of a snapshot", () => {
  it("is the same whatever happens later: nothing of a later day can get in", () => {
    const counts = fc.array(fc.nat(100), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(counts, fc.array(fc.nat(100), { maxLength: 10 }), fc.nat(), (past, future, at) => {
        const index = at % past.length;
        const known = snapshotFeatures("c", monthly(past), index);
        expect(snapshotFeatures("c", monthly([...past, ...future]), index)).toEqual(known);
        expect(snapshotFeatures("c", monthly(past.slice(0, index + 1)), index)).toEqual(known);
      }),
    );
  });

  it("takes a status of Cancelled as no value: it would be the outcome itself", () => {
    const snapshot = { takenOn: "2026-01-01", features: { subscription_status: "Cancelled", seats: 3 } };
    expect(snapshotFeatures("c", [snapshot], 0).values).toEqual({ subscription_status: null, seats: 3 });
  });

  it("carries the use of the months before as usual value and change", () => {
    const snapshots = monthly([20, 24, 22, 22, 3, 8, 2, 9]);
    const rows = snapshots.map((_, index) => snapshotFeatures(`${index}`, snapshots, index));
    const planner = createSnapshotPlanner();
    for (const row of rows) planner.see(row);
    const table = buildTable(planner.plan(), rows);
    const values = (name: string) => table.columns.find((column) => column.name === name)?.values[4];
    expect(values("logins30d")).toBe(3);
    expect(values("usuallogins30d")).toBe(22);
    expect(values("changelogins30d")).toBeCloseTo(Math.log(4 / 23), 12);
    expect(values("plan")).toBe("Growth");
  });
});

describe("the snapshots that a model learns from", () => {
  const snapshots = monthly(Array.from({ length: 24 }, () => 1));
  const endMs = snapshotTimeMs(snapshots[23] as Snapshot);
  const horizonMs = 90 * DAY_MS;

  it("are those whose horizon has passed, of the last year, whoever left when", () => {
    const stayed = closedSnapshots(snapshots, { leftAtMs: null, horizonMs, knownUntilMs: endMs });
    expect(stayed.map(({ index }) => index)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);
    expect(stayed.every(({ left }) => !left)).toBe(true);
    const leftAtMs = snapshotTimeMs(snapshots[12] as Snapshot) + 5 * DAY_MS;
    const left = closedSnapshots(snapshots, { leftAtMs, horizonMs, knownUntilMs: endMs });
    expect(left.map(({ index, left }) => [index, left])).toEqual([
      [12, true],
      [11, true],
      [10, true],
      [9, false],
      [8, false],
    ]);
  });

  it("lie at least 25 days apart where snapshots are daily", () => {
    const daily = Array.from({ length: 400 }, (_, day) => ({
      takenOn: new Date(Date.UTC(2025, 0, 1) + day * DAY_MS).toISOString().slice(0, 10),
      features: {},
    }));
    const closed = closedSnapshots(daily, { leftAtMs: null, horizonMs, knownUntilMs: Date.UTC(2026, 1, 5) });
    const gaps = closed
      .slice(1)
      .map((snapshot, index) => ((closed[index]?.timeMs ?? 0) - snapshot.timeMs) / DAY_MS);
    expect(gaps.length).toBeGreaterThan(8);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(25);
  });
});

describe("the row of a customer without history", () => {
  it("has its money in major units, its tenure in days and dates as days before today", () => {
    const customer = {
      ...nobody,
      monthlyRevenueCents: 4950,
      currency: "JPY",
      tenureMonths: 12,
      attributes: { signed_on: "2026-06-05", vip: true },
    };
    const { values } = customerFeatures(customer, "USD", now);
    expect(values).toMatchObject({ monthly_revenue: 4950, "attr:vip": true });
    expect(values["tenure_days"]).toBeCloseTo(365.25, 6);
    expect(values["attr:signed_on"]).toBeCloseTo(10.5, 6);
  });

  it("has no tenure where a customer left on an unknown day, and never says when it was last seen", () => {
    const left = { ...nobody, startedAt: new Date("2024-01-01"), churned: true, lastActivityAt: now };
    const { values } = customerFeatures(left, "USD", now);
    expect(values["tenure_days"]).toBeNull();
    expect(Object.keys(values).filter((name) => /activity|login/.test(name))).toEqual([]);
  });

  it("is planned from the fields the company has; a status that tells the outcome is left out, with the reason", () => {
    const seen = {
      fields: new Set(["plan", "subscription_status"]),
      statusTellsOutcome: true,
      hasLastActivity: false,
    };
    const plan = planCustomerFeatures([{ key: "vip", label: "VIP", kind: "boolean" }], seen);
    expect(plan.columns.map((column) => column.name)).toEqual(["plan", "attr:vip"]);
    expect(plan.excluded).toMatchObject([{ column: "Subscription", reason: "outcome" }]);
    const without = planCustomerFeatures([], {
      fields: new Set(["plan"]),
      statusTellsOutcome: true,
      hasLastActivity: true,
    });
    expect(without.excluded.map((entry) => entry.column)).toEqual(["Last activity, last login"]);
  });
});

it("names a value nobody has told us about from its own key", () => {
  expect(featureWords("avg_session_length_30d").label).toBe("Avg session length");
  expect(featureWords("attr:MonthlyCharges", "MonthlyCharges").label).toBe("MonthlyCharges");
});
