import { DAY_MS } from "@forestay/contracts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CustomerRecord, LeavingRule } from "#modules/customers/index.ts";
import { buildTable } from "./build-table.ts";
import { customerFeatures, planCustomerFeatures } from "./customer-features.ts";
import { featureWords } from "./feature-words.ts";
import type { Snapshot } from "#modules/outcomes/index.ts";
import { createSnapshotPlanner, snapshotFeatures } from "./snapshot-features.ts";

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
  lastSeenAt: null,
  churned: null,
  churnedAt: null,
  attributes: {},
  createdAt: now,
};
const rule: LeavingRule = { definition: "cancelled", inactiveDays: 60, now, activityUntil: null };
const monthly = (values: readonly number[]): Snapshot[] =>
  values.map((logins_30d, index) => ({
    takenOn: new Date(Date.UTC(2025, 0, 1) + index * 30 * DAY_MS).toISOString().slice(0, 10),
    features: { logins_30d, plan: "Growth" },
  }));

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

  it("hold nothing against the customer's own past that is days or is held against it already", () => {
    const snapshots: Snapshot[] = [3, 33, 4, 34, 5, 35].map((days, index) => ({
      takenOn: new Date(Date.UTC(2025, 0, 1) + index * 30 * DAY_MS).toISOString().slice(0, 10),
      features: {
        "event:login_days_since": days,
        "event:login_30d": 40 - days,
        "event:login_30d_trend": days % 2,
        "event:login_overdue": days / 10,
        orders_days_since: days,
      },
    }));
    const planner = createSnapshotPlanner();
    for (const index of snapshots.keys()) planner.see(snapshotFeatures("c", snapshots, index));
    expect(planner.plan().columns.map(({ label, form }) => `${label}: ${form}`)).toEqual([
      "Login, 30 days: value",
      "Login, 30 days, usual: usual",
      "Login, 30 days, change: change",
      "Login, 30 days against those before: value",
      "Last: Login: value",
      "Login, silence against the usual: value",
      "Last order: value",
    ]);
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
    const { values } = customerFeatures(customer, "USD", rule);
    expect(values).toMatchObject({ monthly_revenue: 4950, "attr:vip": true });
    expect(values["tenure_days"]).toBeCloseTo(365.25, 6);
    expect(values["attr:signed_on"]).toBe(10);
  });

  it("is the same all day: a score asked for again an hour later is the same score", () => {
    const customer = {
      ...nobody,
      startedAt: new Date("2024-01-01T09:30:00Z"),
      attributes: { signed_on: "2026-06-05", called_at: "2026-06-01T14:20:00Z" },
    };
    const at = (time: string) => customerFeatures(customer, "USD", { ...rule, now: new Date(time) }).values;
    expect(at("2026-06-15T08:00:00Z")).toEqual(at("2026-06-15T23:50:00Z"));
    expect(at("2026-06-15T08:00:00Z")["attr:called_at"]).toBe(14);
    expect(at("2026-06-16T00:10:00Z")["attr:signed_on"]).toBe(11);
  });

  it("has no tenure where a customer left on an unknown day, and never says when it was last seen", () => {
    const left = { ...nobody, startedAt: new Date("2024-01-01"), churned: true, lastActivityAt: now };
    const { values } = customerFeatures(left, "USD", rule);
    expect(values["tenure_days"]).toBeNull();
    expect(Object.keys(values).filter((name) => /activity|login/.test(name))).toEqual([]);
  });

  it("is planned from the fields the company has; a status that tells the outcome is left out, with the reason", () => {
    const seen = {
      fields: new Set(["plan", "subscription_status"]),
      statusTellsOutcome: true,
      silenceTellsOutcome: false,
      hasLastActivity: false,
      tenureTellsOutcome: false,
    };
    const plan = planCustomerFeatures([{ key: "vip", label: "VIP", kind: "boolean" }], seen);
    expect(plan.columns.map((column) => column.name)).toEqual(["plan", "attr:vip"]);
    expect(plan.excluded).toMatchObject([{ column: "Subscription", reason: "outcome" }]);
    const without = planCustomerFeatures([], {
      fields: new Set(["plan"]),
      statusTellsOutcome: true,
      silenceTellsOutcome: false,
      hasLastActivity: true,
      tenureTellsOutcome: false,
    });
    expect(without.excluded.map((entry) => entry.column)).toEqual(["Last activity, last login"]);
  });

  it("leaves out what tells in other words how long a customer was silent, where leaving is counted from that", () => {
    const told = [
      "days_since_last_order",
      "LoginsLast30Days",
      "Recency",
      "last visit",
      "sessions_30d",
      "Inactive weeks",
    ];
    const untold = ["Contract", "sessions per week bought", "last price change", "days to renewal", "seats"];
    const attributes = [...told, ...untold].map((key) => ({ key, label: key, kind: "number" as const }));
    const seen = {
      fields: new Set<string>(),
      statusTellsOutcome: false,
      hasLastActivity: true,
      tenureTellsOutcome: false,
    };
    const plan = planCustomerFeatures(attributes, { ...seen, silenceTellsOutcome: true });
    expect(plan.columns.map(({ label }) => label)).toEqual(untold);
    expect(plan.excluded.map(({ column, reason }) => [column, reason])).toEqual(
      ["Last activity, last login", ...told].map((column) => [column, "after_outcome"]),
    );
    expect(planCustomerFeatures(attributes, { ...seen, silenceTellsOutcome: false }).columns).toHaveLength(
      11,
    );
  });
});

it("names a value nobody has told us about from its own key", () => {
  expect(featureWords("avg_session_length_30d").label).toBe("Avg session length");
  expect(featureWords("attr:MonthlyCharges", "MonthlyCharges").label).toBe("MonthlyCharges");
});
