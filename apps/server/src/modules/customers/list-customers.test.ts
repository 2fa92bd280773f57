import {
  customerRoutes,
  customerSortFields,
  type Criterion,
  type CustomerSortField,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { filterFields } from "./customer-fields.ts";
import { defineAttributes } from "./define-attributes.ts";
import { buildFiveCustomers, type FiveCustomers } from "./fixtures/five-customers.ts";

let five: FiveCustomers;
const define = (key: string, kind: "boolean" | "text") =>
  withTenant(five.app.db, five.companyId, (tx) =>
    defineAttributes(tx, five.companyId, [{ key, label: "A column", kind }]),
  );

beforeAll(async () => {
  five = await buildFiveCustomers();
  await define("vip", "boolean");
});
afterAll(() => five.app.close());

async function names(conditions: Criterion[], extra: { search?: string; sort?: CustomerSortField } = {}) {
  const { status, body } = await five.app.call(five.user, customerRoutes.list, {
    query: {
      conditions: JSON.stringify(conditions),
      sort: "fullName",
      direction: "asc",
      pageSize: 100,
      ...extra,
    },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map((item) => item.fullName);
}

describe("a customer in the list", () => {
  it("carries the summary fields in words and major units", async () => {
    const { body } = await five.app.call(five.user, customerRoutes.list, { query: { search: "cid" } });
    expect(body.items).toEqual([
      expect.objectContaining({
        externalId: "C-3",
        fullName: "Cid Poe",
        monthlyRevenue: 100,
        currency: "USD",
        churnRiskScore: 71,
        churnRiskLevel: 3,
        leavesWithin30: 34,
        leavesWithin60: 58,
        leavesWithin90: 71,
        expectedDays: 47,
        valueAtRisk: 852,
        nextRenewalDate: null,
        topFactor: "Logins fell by half",
        tenureDisplay: "12d",
        activityStatus: "Silent",
        hasRecentActivity: false,
        lastActivityDate: five.daysAgo(45),
      }),
    ]);
  });

  it("is not scored, never 0, until an analysis says so, with the reason", async () => {
    const { body } = await five.app.call(five.user, customerRoutes.list, { query: { sort: "fullName" } });
    const scores = Object.fromEntries(
      body.items.map((item) => [item.fullName, [item.churnRiskScore, item.notScoredReason]]),
    );
    expect(scores["Dee Fox"]).toEqual([null, "Too little is known"]);
    expect(scores["Bob Ray"]?.[0]).toBeNull();
    expect(scores["Bob Ray"]?.[1]).toMatch(/No churn analysis/);
  });

  it("says when it renews next: the earliest of what runs on, and nothing that ends before or is over", async () => {
    const { app, companyId, daysAgo } = five;
    const customerId = await five.idOf("C-3");
    const sold = (sourceId: string, status: number, renews: number, ends: number | null) =>
      withTenant(app.db, companyId, (tx) =>
        tx
          .insertInto("subscriptions")
          .values({
            company_id: companyId,
            customer_id: customerId,
            source: "file",
            source_id: sourceId,
            status,
            started_at: daysAgo(400),
            renews_at: daysAgo(-renews),
            ended_at: ends === null ? null : daysAgo(-ends),
            told_at: daysAgo(1),
          })
          .execute(),
      );
    await sold("over", 2, 3, -5);
    await sold("ends before", 1, 4, 2);
    await sold("charged already", 1, -1, null);
    await sold("seats", 3, 40, null);
    await sold("support", 1, 90, null);
    const { body } = await app.call(five.user, customerRoutes.list, { query: { search: "cid" } });
    expect(body.items[0]?.nextRenewalDate).toBe(daysAgo(-40));
    const file = await app.call(five.user, customerRoutes.createExport, {
      body: {
        selection: { customerIds: [customerId, await five.idOf("C-1")] },
        columns: ["externalId", "nextRenewalDate", "activityStatus", "valueAtRisk"],
      },
    });
    const time = daysAgo(-40).replace(/\.?0*Z$/, "Z");
    expect((await app.inject({ url: file.body.downloadPath })).body).toBe(
      `\u{FEFF}external_id,ledger_next_renewal_at,activity_status,value_at_risk\r\nC-1,,Active,29.94\r\nC-3,${time},Silent,852\r\n`,
    );
  });

  it("is shown by its id where it has neither name nor e-mail", async () => {
    expect(await names([], { search: "900" })).toEqual(["c-900"]);
  });
});

describe("filters", () => {
  const condition = (field: string, operator: Criterion["operator"], value: Criterion["value"]) => [
    { field, operator, value },
  ];

  it.each<[string, Criterion["operator"], Criterion["value"], string[]]>([
    ["plan", "Equals", "Pro", ["Ann Lee", "Cid Poe"]],
    ["plan", "NotEquals", "Pro", ["Bob Ray", "c-900", "Dee Fox"]],
    ["plan", "In", ["Basic", "None"], ["Bob Ray"]],
    ["plan", "NotIn", ["Basic", "Pro"], ["c-900", "Dee Fox"]],
    ["plan", "Equals", null, ["c-900", "Dee Fox"]],
    ["subscriptionStatus", "Equals", 3, ["Cid Poe"]],
    ["subscriptionStatus", "In", ["Active", "Cancelled"], ["Ann Lee", "Bob Ray"]],
    ["monthlyRevenue", "GreaterThan", 49.89, ["Ann Lee", "Cid Poe"]],
    ["monthlyRevenue", "LessThan", 49.9, ["Bob Ray"]],
    ["churnRiskLevel", "Equals", 3, ["Cid Poe"]],
    ["churnRiskScore", "GreaterThan", 4.5, ["Ann Lee", "Cid Poe"]],
    ["churnRiskScore", "Equals", null, ["Bob Ray", "c-900", "Dee Fox"]],
    ["leavesWithin30", "GreaterThan", 2, ["Cid Poe"]],
    ["leavesWithin60", "LessThan", 5, ["Ann Lee"]],
    ["leavesWithin90", "Equals", 71, ["Cid Poe"]],
    ["expectedDays", "LessThan", 60, ["Cid Poe"]],
    ["expectedDays", "Equals", null, ["Ann Lee", "Bob Ray", "c-900", "Dee Fox"]],
    ["valueAtRisk", "GreaterThan", 29.93, ["Ann Lee", "Cid Poe"]],
    ["valueAtRisk", "LessThan", 852, ["Ann Lee"]],
    ["valueAtRisk", "Equals", null, ["Bob Ray", "c-900", "Dee Fox"]],
    ["activityStatus", "Equals", "Active", ["Ann Lee"]],
    ["activityStatus", "In", ["Quiet", "Silent"], ["Bob Ray", "Cid Poe"]],
    ["activityStatus", "NotEquals", "Unknown", ["Ann Lee", "Bob Ray", "Cid Poe"]],
    ["tenureDays", "LessThan", 300, ["Bob Ray", "Cid Poe"]],
    ["churned", "Equals", true, ["Bob Ray"]],
    ["email", "Contains", "BOLT", ["Bob Ray"]],
    ["fullName", "Equals", "ann lee", ["Ann Lee"]],
    ["attributes.region", "Equals", "EU", ["Ann Lee", "Cid Poe"]],
    ["attributes.seats", "GreaterThan", 3, ["Ann Lee", "Cid Poe"]],
    ["attributes.vip", "Equals", true, ["Ann Lee"]],
    ["attributes.vip", "Equals", null, ["c-900", "Cid Poe", "Dee Fox"]],
  ])("%s %s %j finds the right customers", async (field, operator, value, expected) => {
    expect(await names(condition(field, operator, value))).toEqual(expected);
  });

  it("all hold at once, together with the search", async () => {
    expect(
      await names([...condition("plan", "Equals", "Pro"), ...condition("attributes.seats", "LessThan", 10)]),
    ).toEqual(["Cid Poe"]);
    expect(await names(condition("plan", "Equals", "Pro"), { search: "lee" })).toEqual(["Ann Lee"]);
  });

  it.each([
    ["a column that is gone", { field: "attributes.none", operator: "Equals", value: "x" }],
    ["an unknown field", { field: "password_hash", operator: "Equals", value: "x" }],
    ["a word where a number belongs", { field: "monthlyRevenue", operator: "GreaterThan", value: "lots" }],
    ["a status nobody has", { field: "subscriptionStatus", operator: "Equals", value: 9 }],
    ["a date that is none", { field: "startedAt", operator: "LessThan", value: "yesterday-ish" }],
  ])("with %s are refused in words", async (_name, bad) => {
    const { status, body } = await five.app.call(five.user, customerRoutes.list, {
      query: { conditions: JSON.stringify([bad]) },
    });
    expect(status).toBe(400);
    expect((body as unknown as { message: string }).message).toContain(bad.field);
  });

  const everyField = [...Object.keys(filterFields), "hasLeft", "attributes.seats", "attributes.__proto__"];
  const strangeFields = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "\u0000", ""];
  const strangeWords = "constructor toString __proto__ % \\ 1e400 -0 0x10 Infinity".split(" ");
  const strangeDates =
    "-005000-01-01 +275760-09-13 0000-01-01 9999-12-31T23:59:59-12:00 10000-01-01 2026-02-31";
  const strangeNumbers = [1e308, -1e308, 9_223_372_036_854_775_808, 0.1, -200_001];
  const strangeValues: Criterion["value"][] = [
    ...strangeWords,
    ...strangeDates.split(" "),
    ...strangeNumbers,
    "\u0000",
    "half \ud800",
    "",
    true,
    null,
  ];
  const ask = async (field: string, operator: Criterion["operator"], value: Criterion["value"]) => {
    const { status } = await five.app.call(five.user, customerRoutes.list, {
      query: { conditions: JSON.stringify([{ field, operator, value }]), pageSize: 1 },
    });
    return { field, operator, value, status };
  };

  it.each(strangeFields)(
    "on the field %j, which every object answers to or nothing is called, are refused",
    async (field) => {
      for (const operator of ["Equals", "Contains", "In"] as const) {
        expect((await ask(field, operator, "x")).status).toBe(400);
      }
    },
  );

  it.each(everyField)("on %s with any value are answered or refused, never broken", async (field) => {
    for (const value of strangeValues) {
      const given: [Criterion["operator"], Criterion["value"]][] = [
        ["Equals", value],
        ["GreaterThan", value],
        ["NotIn", value === null ? value : [value as string]],
      ];
      for (const [operator, one] of given) {
        const answer = await ask(field, operator, one);
        expect([200, 400], JSON.stringify(answer)).toContain(answer.status);
      }
    }
  });

  it("that would break an export are refused before its link is made", async () => {
    for (const [field, value] of [
      ["startedAt", "-005000-01-01"],
      ["constructor", "x"],
      ["plan", "\u0000"],
      ["attributes.a\u0000", "x"],
    ] as const) {
      const selection = { filter: { conditions: [{ field, operator: "Equals" as const, value }] } };
      const link = await five.app.call(five.user, customerRoutes.createExport, { body: { selection } });
      expect(link.status, field).toBe(400);
    }
    for (const column of ["constructor", "__proto__", "toString", "attributes.constructor"]) {
      const selection = { filter: { conditions: [] } };
      const link = await five.app.call(five.user, customerRoutes.createExport, {
        body: { selection, columns: [column] },
      });
      expect(link.status, column).toBe(400);
    }
  });

  it("do not take SQL from a column's name", async () => {
    const key = "x') is null or ('1";
    await define(key, "text");
    expect(await names(condition(`attributes.${key}`, "Equals", "1"))).toEqual([]);
  });
});

describe("paging", () => {
  it.each(
    customerSortFields.flatMap(
      (sort) =>
        [
          [sort, "asc"],
          [sort, "desc"],
        ] as const,
    ),
  )(
    "by %s %s meets every customer once, by page and by cursor alike, those without a value last",
    async (sort, direction) => {
      const all = await five.app.call(five.user, customerRoutes.list, {
        query: { sort, direction, pageSize: 100 },
      });
      const ids = all.body.items.map((item) => item.id);
      expect(new Set(ids).size).toBe(5);
      const byPage: string[] = [];
      for (const page of [1, 2, 3]) {
        const answer = await five.app.call(five.user, customerRoutes.list, {
          query: { sort, direction, pageSize: 2, page },
        });
        expect(answer.body).toMatchObject({ totalCount: 5, totalPages: 3 });
        byPage.push(...answer.body.items.map((item) => item.id));
      }
      expect(byPage).toEqual(ids);
      const byCursor: string[] = [];
      for (let cursor: string | undefined; ;) {
        const answer = await five.app.call(five.user, customerRoutes.list, {
          query: { sort, direction, pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
        });
        byCursor.push(...answer.body.items.map((item) => item.id));
        if (answer.body.nextCursor === null) break;
        cursor = answer.body.nextCursor;
      }
      expect(byCursor).toEqual(ids);
      if (sort === "monthlyRevenue") {
        expect(all.body.items.slice(3).map((item) => item.monthlyRevenue)).toEqual([null, null]);
      }
      if (sort === "valueAtRisk") {
        const known = direction === "asc" ? [29.94, 852] : [852, 29.94];
        expect(all.body.items.map((item) => item.valueAtRisk)).toEqual([...known, null, null, null]);
      }
    },
  );

  it("refuses a cursor of another order or of nobody's making", async () => {
    const first = await five.app.call(five.user, customerRoutes.list, {
      query: { sort: "fullName", pageSize: 2 },
    });
    const cursor = first.body.nextCursor ?? "";
    for (const query of [
      { sort: "email" as const, cursor },
      { sort: "fullName" as const, cursor: "bm9uc2Vuc2U" },
    ]) {
      expect((await five.app.call(five.user, customerRoutes.list, { query })).status).toBe(400);
    }
  });

  it("goes on after the longest name that a file can bring", async () => {
    const { app, stranger } = five;
    const names = ["\u{1D400}".repeat(250), `${"\u{1D400}".repeat(249)}b`];
    await five.put(
      names.map((fullName, i) => ({ externalId: `L-${i}`, fullName })),
      stranger.companyId ?? "",
    );
    const query = { sort: "fullName" as const, direction: "asc" as const, pageSize: 1 };
    const first = await app.call(stranger, customerRoutes.list, { query });
    const cursor = first.body.nextCursor ?? "";
    const second = await app.call(stranger, customerRoutes.list, { query: { ...query, cursor } });
    expect(second.body.items).toHaveLength(1);
    expect(second.body.items).not.toEqual(first.body.items);
  });

  it.each(customerSortFields)("by %s refuses a cursor whose value no such column can have", async (sort) => {
    const id = await five.idOf("C-1");
    const values = [
      "9".repeat(30),
      "-",
      "",
      "1.5",
      "NaN",
      "infinity",
      "now",
      "nul \u0000",
      "-005000-01-01",
      5,
      {},
    ];
    const times = [
      "2026-02-30 00:00:00+00",
      "2026-01-01 25:00:00+00",
      "0000-01-01 00:00:00+00",
      "2026-01-01",
    ];
    for (const value of [...values, ...times]) {
      const cursor = Buffer.from(JSON.stringify([sort, "desc", value, id])).toString("base64url");
      const { status } = await five.app.call(five.user, customerRoutes.list, { query: { sort, cursor } });
      const isText = ["fullName", "email", "plan"].includes(sort) && typeof value === "string";
      expect(status, `${sort} ${JSON.stringify(value)}`).toBe(
        isText && !value.includes("\u0000") ? 200 : 400,
      );
    }
  });
});
