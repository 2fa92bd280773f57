import { once } from "node:events";
import { text } from "node:stream/consumers";
import {
  riskLevelLabel,
  paymentStatusLabel,
  subscriptionStatusLabel,
  customerRoutes,
} from "@forestay/contracts";
import { csvLine } from "@forestay/contracts/words";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { openExport } from "./export-customers.ts";
import { buildFiveCustomers, type FiveCustomers } from "./fixtures/five-customers.ts";

let five: FiveCustomers;
beforeAll(async () => {
  five = await buildFiveCustomers();
});
afterAll(() => five.app.close());

async function exported(body: Parameters<typeof send>[0]): Promise<string> {
  return (await five.app.inject({ url: (await send(body)).downloadPath })).body;
}
const send = async (body: { selection: object; columns?: string[] }) =>
  (await five.app.call(five.user, customerRoutes.createExport, { body: body as never })).body;
const everybody = { filter: { conditions: [] } };

describe("the export of the customers", () => {
  it("says of everybody what the list says, down to the last cell", async () => {
    const odd = {
      plan: 'Pro, "yearly"',
      lifetimeValueCents: 123_456,
      attributes: { seats: -4, region: "-4", vip: "é\n" },
    };
    await five.put([
      { externalId: "yen", fullName: "@home", currency: "JPY", monthlyRevenueCents: 980, ...odd },
      { externalId: "dinar", fullName: "-1", currency: "KWD", monthlyRevenueCents: 1500, ...odd },
      { externalId: "months", fullName: "Zoë", tenureMonths: 7.5, churned: true },
      { externalId: "ahead", fullName: "9 Lives", startedAt: five.daysAgo(-3), endedAt: five.daysAgo(-9) },
      { externalId: "left", fullName: "+1", startedAt: five.daysAgo(90.4), endedAt: five.daysAgo(30) },
    ]);
    const { items } = (
      await five.app.call(five.user, customerRoutes.list, { query: { pageSize: 100, sort: "createdAt" } })
    ).body;
    expect(items).toHaveLength(10);
    // With as many decimals as a moment has: the clock of the test is at any millisecond, one of ten ends in 0.
    const time = (at: string | null) => at?.replace(/\.?0*Z$/, "Z");
    const label = (value: number | null, labelOf: (value: number) => string) =>
      value === null ? null : labelOf(value);
    const columns = {
      id: "id",
      externalId: "external_id",
      fullName: "full_name",
      email: "email",
      plan: "plan",
      subscriptionStatus: "subscription_status",
      paymentStatus: "payment_status",
      monthlyRevenue: "monthly_revenue",
      lifetimeValue: "lifetime_value",
      currency: "currency",
      startedAt: "started_at",
      endedAt: "ended_at",
      tenureDisplay: "tenure_days",
      lastActivity: "last_activity_at",
      activityStatus: "activity_status",
      churned: "churned",
      churnRiskScore: "churn_risk_score",
      churnRiskLevel: "churn_risk_level",
      topFactor: "top_factor",
      scoredAt: "scored_at",
      "attributes.seats": "Seats",
      "attributes.region": "Region",
    };
    const lines = await Promise.all(
      items.map(async ({ id }) => {
        const { body } = await five.app.call(five.user, customerRoutes.get, { params: { id } });
        const { attributes } = body;
        return csvLine([
          body.id,
          body.externalId,
          // The list shows another word for somebody without a name; the column of a file is what is known.
          body.externalId === "c-900" ? null : body.fullName,
          body.email,
          body.plan,
          label(body.subscriptionStatus, subscriptionStatusLabel),
          label(body.paymentStatus, paymentStatusLabel),
          body.monthlyRevenue,
          body.lifetimeValue,
          body.currency,
          time(body.startedAt),
          time(body.endedAt),
          body.tenureDays,
          time(body.lastActivityDate),
          body.activityStatus,
          body.churned,
          body.churnRiskScore,
          label(body.churnRiskLevel, riskLevelLabel),
          body.topFactor,
          time(body.scoredAt),
          ...["seats", "region"].map((key) => attributes.find((one) => one.key === key)?.value ?? null),
        ]);
      }),
    );
    const file = await exported({ selection: everybody, columns: Object.keys(columns) });
    const [head, ...rows] = file.split(/(?<=\r\n)/);
    expect(head).toBe("\u{FEFF}" + csvLine(Object.values(columns)));
    expect(rows.toSorted()).toEqual(lines.toSorted());
    // In order of id.
    expect(rows.map((row) => row.slice(0, 36))).toEqual(items.map(({ id }) => id).toSorted());
  });

  it("reads part after part, and loses and doubles nobody at their borders", async () => {
    const request = { selection: { filter: { conditions: [] }, exceptIds: [] }, columns: ["id"] };
    const whole = await text(await openExport(five.app.db, five.companyId, request, five.app.clock.now()));
    expect(whole.match(/\r\n/g)).toHaveLength(11);
    for (const perRead of [1, 3, 5, 10, 11]) {
      const parts = await openExport(five.app.db, five.companyId, request, five.app.clock.now(), { perRead });
      expect(await text(parts), `${perRead} at once`).toBe(whole);
    }
  });

  it("finds the columns of the company's own wherever they are asked for, once, twice or all", async () => {
    const columns = [
      "attributes.seats",
      "externalId",
      "attributes.region",
      "attributes.seats",
      "attributes.seats",
    ];
    const all = [...(await exported({ selection: everybody, columns })).matchAll(/.+\r\n/g)].map(
      ([line]) => line,
    );
    const pairs = await exported({
      selection: everybody,
      columns: ["attributes.seats", "attributes.region", "externalId"],
    });
    expect(all.slice(1).some((line) => line.startsWith("-4,dinar,'-4,-4,-4"))).toBe(true);
    expect(pairs).toContain("-4,'-4,dinar\r\n");
    expect(all).toHaveLength(11);
  });

  it("reads no further than a slow reader takes, nor for one who went away", async () => {
    const request = { selection: { filter: { conditions: [] }, exceptIds: [] } };
    const { pool } = five.app.db;
    const open = () =>
      openExport(five.app.db, five.companyId, request, five.app.clock.now(), { perRead: 1, heldBytes: 1 });
    let connections = 0;
    const count = () => connections++;
    /** How often the pool was asked for a connection, beside ours, while we asked many times. */
    const meanwhile = async () => {
      connections = 0;
      for (let times = 0; times < 60; times++)
        await withTenant(five.app.db, five.companyId, async () => null);
      return connections - 60;
    };
    pool.on("acquire", count);
    try {
      const file = await open();
      file.read(0);
      // The first part, and the borders of it and of the next.
      expect(await meanwhile()).toBeLessThanOrEqual(3);
      const pieces = [file.read() as Buffer];
      expect(pieces[0]!.toString().match(/\r\n/g)).toHaveLength(2);
      for await (const piece of file) pieces.push(piece as Buffer);
      expect(Buffer.concat(pieces).toString().match(/\r\n/g)).toHaveLength(11);

      const left = await open();
      left.read(0);
      left.destroy();
      await once(left, "close");
      expect(await meanwhile()).toBeLessThanOrEqual(3);
    } finally {
      pool.off("acquire", count);
    }
  });

  it("leaves out whom the selection leaves out", async () => {
    const [first, second] = await Promise.all([five.idOf("C-1"), five.idOf("C-2")]);
    const columns = ["externalId"];
    expect(await exported({ selection: { customerIds: [second, first, first] }, columns })).toBe(
      "\u{FEFF}external_id\r\nC-1\r\nC-2\r\n",
    );
    expect(
      await exported({
        selection: {
          filter: { conditions: [{ field: "plan", operator: "In", value: ["Pro", "Basic", "$1 'x'"] }] },
          exceptIds: [first],
        },
        columns,
      }),
    ).toBe("\u{FEFF}external_id\r\nC-2\r\nC-3\r\n");
  });
});
