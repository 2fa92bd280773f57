import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ImportTarget } from "@forestay/contracts";
import { profileRows, suggestMapping } from "@forestay/import-mapping";
import { describe, expect, it } from "vitest";
import { headerFixtures } from "./fixtures/header-files.ts";
import { endFixtures, realHeaderFixtures } from "./fixtures/real-headers.ts";

function suggest(csv: string, delimiter = ","): Record<string, ImportTarget> {
  const [header = "", ...lines] = csv.trim().split(/\r?\n/);
  const rows = lines.map((line) => line.split(delimiter));
  const { mapping } = suggestMapping(profileRows(header.split(delimiter), rows));
  return Object.fromEntries(mapping.columns.map((column) => [column.column, column.target]));
}

const dataDir =
  process.env["FORESTAY_DATA"] ?? path.resolve(import.meta.dirname, "../../../../../../shared/data");

describe("the suggested mapping", () => {
  it("is right for at least 80% of the headers of ten files as companies keep them", () => {
    const results = headerFixtures.flatMap(({ name, delimiter, csv, expected }) => {
      const suggested = suggest(csv, delimiter);
      return Object.entries(expected).map(([column, target]) => ({
        name,
        column,
        target,
        got: suggested[column],
      }));
    });
    const wrong = results.filter((result) => result.got !== result.target);
    expect(headerFixtures).toHaveLength(10);
    expect(wrong.length / results.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(0.2);
  });

  it.each(realHeaderFixtures.map((fixture) => [fixture.name, fixture] as const))(
    "knows the headings of %s",
    (_name, { csv, delimiter, expected }) => {
      expect(suggest(csv, delimiter)).toMatchObject(expected);
    },
  );

  it.each(endFixtures.map((fixture) => [fixture.name, fixture] as const))(
    "takes only dates of leaving for the day somebody left: %s",
    (_name, { csv, dates }) => {
      expect(suggest(csv)).toMatchObject(dates);
    },
  );

  it("never takes a phone number for what tells customers apart", () => {
    for (const heading of ["phone", "Phone Number", "msisdn", "Mobile", "Telefono", "Telefonnummer"]) {
      const suggested = suggest(`${heading},city\n4915112345001,Ulm\n4915112345007,Bonn\n4915112345003,Ulm`);
      expect([heading, suggested[heading]]).toEqual([heading, "attribute"]);
    }
  });

  it("knows a heading by what it says of the column, not of its unit or the way it is written", () => {
    const file =
      "Nº de cliente,E-mail,Mensalidade (R$),Canceled At (UTC)\n" +
      "7001,ana@example.test,49.90,2025-03-01\n7002,bo@example.test,19.90,\n7003,cy@example.test,19.90,\n";
    expect(suggest(file)).toEqual({
      "Nº de cliente": "externalId",
      "E-mail": "email",
      "Mensalidade (R$)": "monthlyRevenue",
      "Canceled At (UTC)": "endedAt",
    });
    for (const heading of ["MRR (US$)", "Monthly revenue (€)", "mrr_usd"])
      expect(suggest(`id,${heading}\nC1,10\nC2,20\nC3,35`)[heading]).toBe("monthlyRevenue");
  });

  it("suggests a label in numbers that do not speak, without saying what they mean", () => {
    const profiles = profileRows(
      ["customer_id", "churn"],
      Array.from({ length: 9 }, (_, n) => [`C-${n}`, n % 3 === 0 ? "2" : "1"]),
    );
    const [, churn] = suggestMapping(profiles).mapping.columns;
    expect(churn).toEqual({ column: "churn", target: "churned", numberStyle: "us" });
  });

  it("never gives two columns the same field", () => {
    const suggested = Object.values(
      suggest("id,customer_id,email,mail\n1,A1,a@x.test,b@x.test\n2,A2,c@x.test,d@x.test"),
    );
    const once = suggested.filter((target) => target !== "attribute" && target !== "skip");
    expect(new Set(once).size).toBe(once.length);
  });

  it("does not take a bare tenure of a few for months: it may be years", () => {
    expect(suggest("CustomerId,Tenure\n15634602,2\n15647311,1\n15619304,8")["Tenure"]).toBe("attribute");
    expect(suggest("CustomerId,Tenure\n15634602,2\n15647311,61\n15619304,8")["Tenure"]).toBe("tenureMonths");
  });

  it("finds a key by its values where no name says so", () => {
    expect(suggest("Mandant,Ort\nK-1001,Ulm\nK-1002,Ulm\nK-1003,Bonn\nK-1004,Ulm")["Mandant"]).toBe(
      "externalId",
    );
  });

  it("leaves out our own error columns when a corrected error file comes back", () => {
    const suggested = suggest(
      "id,email,error_row,error_column\nA1,a@x.test,2,email\nA2,b@x.test,3,email\nA3,c@x.test,9,email",
    );
    expect(suggested["error_row"]).toBe("skip");
    expect(suggested["error_column"]).toBe("skip");
  });

  it.skipIf(!existsSync(path.join(dataDir, "telco.csv")))("knows the telco file", () => {
    expect(suggest(readFileSync(path.join(dataDir, "telco.csv"), "utf8"))).toMatchObject({
      customerID: "externalId",
      tenure: "tenureMonths",
      MonthlyCharges: "monthlyRevenue",
      TotalCharges: "lifetimeValue",
      Churn: "churned",
      Contract: "attribute",
      gender: "attribute",
    });
  });

  it.skipIf(!existsSync(path.join(dataDir, "bank.csv")))("knows the bank file", () => {
    expect(suggest(readFileSync(path.join(dataDir, "bank.csv"), "utf8"))).toMatchObject({
      RowNumber: "skip",
      CustomerId: "externalId",
      Surname: "lastName",
      Exited: "churned",
      Tenure: "attribute",
      Balance: "attribute",
    });
  });
});
