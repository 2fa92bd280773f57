import type { ColumnMapping } from "@forestay/contracts";
import type { CellValue } from "@forestay/tabular";
import { describe, expect, it } from "vitest";
import { createRowConverter } from "./row-converter.ts";

/** Converts rows uploaded on 20 November 2026. */
function convert(columns: ColumnMapping[], ...cells: CellValue[]) {
  const converter = createRowConverter(
    columns.map(({ column }) => column),
    { mapping: { columns }, currency: "USD", timeZone: "UTC", referenceTime: "2026-11-20T12:00:00.000Z" },
  );
  return converter(cells);
}
const id: ColumnMapping = { column: "id", target: "externalId" };
const customer = (...row: Parameters<typeof convert>) => {
  const converted = convert(...row);
  if (!converted.ok) throw new Error(JSON.stringify(converted.problems));
  return converted;
};
const codes = (...row: Parameters<typeof convert>) => {
  const converted = convert(...row);
  return converted.ok ? [] : converted.problems.map(({ column, code }) => [column, code]);
};

describe("a year of two digits", () => {
  const dob: ColumnMapping = { column: "dob", target: "attribute", attributeKind: "date", dateOrder: "MDY" };
  const since: ColumnMapping = { column: "since", target: "startedAt", dateOrder: "MDY" };

  it("is never one to come where a column says when somebody was born, came or was seen", () => {
    for (const column of ["dob", "Date of Birth", "birthday", "Geburtsdatum", "fecha_nacimiento"]) {
      const { customer: born } = customer([id, { ...dob, column }], "A", "01/31/69");
      expect([column, born.attributes?.[column]]).toEqual([column, "1969-01-31"]);
    }
    for (const target of ["startedAt", "lastActivityAt", "lastLoginAt"] as const) {
      const seen = customer([id, { ...since, target }], "A", "01/31/27").customer;
      expect([target, seen[target]]).toEqual([target, "1927-01-31"]);
      expect(customer([id, { ...since, target }], "A", "01/31/26").customer[target]).toBe("2026-01-31");
    }
  });

  it("may be one to come where a column says until when", () => {
    const end: ColumnMapping = { column: "end", target: "endedAt", dateOrder: "MDY" };
    expect(customer([id, end], "A", "01/31/29").customer.endedAt).toBe("2029-01-31");
    const renewal: ColumnMapping = { ...dob, column: "renewal" };
    expect(customer([id, renewal], "A", "01/31/29").customer.attributes?.["renewal"]).toBe("2029-01-31");
  });

  it("is what the mapping says, where it says so", () => {
    expect(customer([id, { ...since, latestYear: 2030 }], "A", "01/31/27").customer.startedAt).toBe(
      "2027-01-31",
    );
    expect(customer([id, { ...since, latestYear: 1999 }], "A", "01/31/00").customer.startedAt).toBe(
      "1900-01-31",
    );
  });
});

describe("a row with something wrong", () => {
  const seats: ColumnMapping = { column: "seats", target: "attribute", attributeKind: "number" };
  const mail: ColumnMapping = { column: "mail", target: "email" };

  it("loses a value of an extra attribute that cannot be read, and nothing else", () => {
    const { customer: read, lost } = customer(
      [id, seats, { column: "vip", target: "attribute", attributeKind: "boolean" }],
      "A",
      "a dozen",
      "perhaps",
    );
    expect(read.attributes).toEqual({});
    expect(lost.map(({ column, code, found }) => [column, code, found])).toEqual([
      ["seats", "bad_number", "a dozen"],
      ["vip", "bad_boolean", "perhaps"],
    ]);
  });

  it("is told all that is wrong with it, a missing key and lost values included", () => {
    const plan: ColumnMapping = { column: "mrr", target: "monthlyRevenue" };
    expect(
      codes([id, plan, { column: "since", target: "startedAt" }, seats], "", "much", "long ago", "many"),
    ).toEqual([
      ["mrr", "bad_money"],
      ["since", "bad_date"],
      [null, "missing_key"],
      ["seats", "bad_number"],
    ]);
    expect(codes([mail], "not an address")).toEqual([["mail", "bad_email"]]);
  });

  it("needs no e-mail where it has an id", () => {
    for (const none of ["", "none", "unknown", "n/a"]) {
      expect(customer([id, mail], "A", none).customer).toMatchObject({ externalId: "A" });
    }
  });

  it("ends before it began: by the day, and not against a start made from a tenure", () => {
    const since: ColumnMapping = { column: "since", target: "startedAt" };
    const end: ColumnMapping = { column: "end", target: "endedAt" };
    const label: ColumnMapping = { column: "gone", target: "churned", attributeKind: "date" };
    expect(codes([id, since, end], "A", "2024-05-01", "2024-04-30")).toEqual([["end", "end_before_start"]]);
    expect(codes([id, since, label], "A", "2024-05-01", "2024-04-30")).toEqual([
      ["gone", "end_before_start"],
    ]);
    expect(codes([id, since, end], "A", "2024-05-01T15:00:00Z", "2024-05-01")).toEqual([]);
    const tenure: ColumnMapping = { column: "months", target: "tenureMonths" };
    expect(codes([id, tenure, end], "A", "3", "2024-04-30")).toEqual([]);
  });
});

describe("a word that the mapping knows", () => {
  it("means the same in any case, and a number nothing but itself", () => {
    const label: ColumnMapping = { column: "churn", target: "churned", valueMap: { Yes: 0, No: 1 } };
    for (const [word, churned] of [
      ["Yes", false],
      ["yes", false],
      ["YES", false],
      ["no", true],
    ] as const) {
      expect([word, customer([id, label], "A", word).customer.churned]).toEqual([word, churned]);
    }
    const coded: ColumnMapping = { ...label, valueMap: { 1: 0, 2: 1 } };
    expect(customer([id, coded], "A", "2").customer.churned).toBe(true);
    expect(customer([id, coded], "A", 1).customer.churned).toBe(false);
    expect(codes([id, { ...label, valueMap: { 1: 1 } }], "A", "-1")).toEqual([["churn", "unknown_label"]]);
  });
});

describe("names that tell customers apart", () => {
  it("are their names as well", () => {
    expect(customer([{ column: "Account Name", target: "externalId" }], "Acme Ltd").customer).toMatchObject({
      externalId: "Acme Ltd",
      fullName: "Acme Ltd",
    });
    expect(customer([id], "A").customer.fullName).toBeUndefined();
  });
});

describe("a day in a file of customers", () => {
  it("is the same day by the company's clocks and in the past of days", () => {
    const columns: ColumnMapping[] = [
      id,
      { column: "since", target: "startedAt" },
      { column: "end", target: "endedAt" },
    ];
    const there = (timeZone: string) => {
      const converted = createRowConverter(
        columns.map(({ column }) => column),
        { mapping: { columns }, currency: "USD", timeZone, referenceTime: "2026-11-20T12:00:00.000Z" },
      )(["A", "2026-03-01", "2026-04-01"]);
      return converted.ok && { ...converted.customer, attributes: undefined };
    };
    expect(there("America/New_York")).toMatchObject({
      startedAt: "2026-03-01T05:00:00.000Z",
      endedAt: "2026-04-01T04:00:00.000Z",
      churned: true,
      churnedAt: "2026-04-01T04:00:00.000Z",
    });
    expect(there("Australia/Sydney")).toMatchObject({
      startedAt: "2026-03-01T00:00:00.000Z",
      endedAt: "2026-04-01T00:00:00.000Z",
    });
  });
});

describe("the amounts of a row", () => {
  const mrr: ColumnMapping = { column: "mrr", target: "monthlyRevenue" };
  const worth: ColumnMapping = { column: "ltv", target: "lifetimeValue" };
  const currency: ColumnMapping = { column: "currency", target: "currency" };

  it("are in the currency that its column says, whichever column comes first", () => {
    expect(customer([id, mrr, currency], "A", "12000", "JPY").customer).toMatchObject({
      monthlyRevenueCents: 12_000,
      currency: "JPY",
    });
    expect(customer([id, mrr, currency], "A", "1.234", "kwd").customer.monthlyRevenueCents).toBe(1234);
    expect(customer([id, mrr, currency], "A", "$12", "CAD").customer).toMatchObject({ currency: "CAD" });
    // A mark that several currencies share means the one that the row says, whichever of them uses it.
    for (const [marked, code, minor] of [
      ["$ 1490", "UYU", 149_000],
      ["$1490", "DOP", 149_000],
      ["$1490", "XCD", 149_000],
      ["Rs 1490", "NPR", 149_000],
      ["1490 lei", "MDL", 149_000],
      ["£1490", "LBP", 149_000],
    ] as const)
      expect(customer([id, mrr, currency], "A", marked, code).customer).toMatchObject({
        currency: code,
        monthlyRevenueCents: minor,
      });
    expect(customer([id, mrr, currency], "A", "€12", "").customer).toMatchObject({ currency: "EUR" });
    expect(customer([id, mrr, currency], "A", "$12", "").customer.currency).toBeUndefined();
    // All of a customer's amounts are in one currency, whichever of them says it.
    expect(customer([id, mrr, worth], "A", "12000", "¥90000").customer).toMatchObject({
      monthlyRevenueCents: 12_000,
      lifetimeValueCents: 90_000,
      currency: "JPY",
    });
  });

  it("are a mistake where they are marked with another", () => {
    expect(codes([id, mrr, currency], "A", "€12", "USD")).toEqual([["mrr", "two_currencies"]]);
    expect(codes([id, currency, mrr], "A", "USD", "12 EUR")).toEqual([["mrr", "two_currencies"]]);
    expect(codes([id, mrr, worth], "A", "€12", "£300")).toEqual([["ltv", "two_currencies"]]);
    expect(codes([id, mrr, worth], "A", "€12", "$300")).toEqual([["ltv", "two_currencies"]]);
  });
});
