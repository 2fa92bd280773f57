import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSource } from "./testing/read-all.ts";
import { SNIFF_BYTES, sniffFile } from "./sniff/sniff-file.ts";
import { inferColumns } from "./values/infer-columns.ts";

interface Expectation {
  format: object;
  rows: number;
  errors: string[];
  columns: Record<string, string>;
}

// Columns as "kind", "kind order" or "kind style currency", as a person would judge them.
const expectations: Record<string, Expectation> = {
  "us-subscriptions.csv": {
    format: { format: "csv", encoding: "utf-8", delimiter: "," },
    rows: 5,
    errors: [],
    columns: {
      "Customer ID": "id",
      "First Name": "text",
      "Last Name": "text",
      Email: "email",
      Plan: "text",
      MRR: "money us USD",
      "Lifetime Value": "money us USD",
      "Signup Date": "date MDY",
      "Last Login": "datetime MDY",
      Status: "text",
      Churned: "boolean",
    },
  },
  "eu-kunden.csv": {
    format: { format: "csv", encoding: "latin1", delimiter: ";" },
    rows: 3,
    errors: [],
    columns: {
      Kundennummer: "id",
      Name: "text",
      "E-Mail": "email",
      Tarif: "text",
      Monatsbetrag: "money eu EUR",
      Gesamtumsatz: "money eu EUR",
      "Kunde seit": "date DMY",
      Gekündigt: "boolean",
    },
  },
  "excel-unicode.txt": {
    format: { format: "tsv", encoding: "utf-16le", hasBom: true },
    rows: 3,
    errors: [],
    columns: { id: "id", "full name": "text", phone: "phone", created_at: "datetime YMD" },
  },
  "quoted-notes.csv": {
    format: { format: "csv", encoding: "utf-8", hasBom: true },
    rows: 3,
    errors: [],
    columns: { account_id: "id", company: "text", note: "text", seats: "integer us" },
  },
  "ragged.csv": {
    format: { format: "csv", delimiter: "," },
    rows: 3,
    errors: ["3 too_few_cells", "4 too_many_cells"],
    columns: { customer_id: "id", email: "email", plan: "text" },
  },
  "pipe-duplicates.csv": {
    format: { format: "csv", delimiter: "|" },
    rows: 3,
    errors: [],
    columns: { id: "id", Email: "email", "email (2)": "email", "Column 4": "text", Country: "text" },
  },
  "sep-line.csv": {
    format: { format: "csv", delimiter: ";", startLine: 2 },
    rows: 3,
    errors: [],
    columns: {
      référence: "id",
      prénom: "text",
      actif: "boolean",
      solde: "money eu",
      "dernière visite": "date DMY",
    },
  },
  "events.jsonl": {
    format: { format: "jsonl", encoding: "utf-8" },
    rows: 3,
    errors: ["3 bad_json"],
    columns: {
      id: "id",
      email: "email",
      "plan.name": "text",
      "plan.seats": "integer us",
      active: "boolean",
      mrr: "money us",
      last_seen: "datetime YMD",
      country: "text",
    },
  },
  "header-only.csv": {
    format: { format: "csv" },
    rows: 0,
    errors: [],
    columns: { customer_id: "text", email: "text", plan: "text", mrr: "text" },
  },
  "hostile.csv": {
    format: { format: "csv", encoding: "utf-8" },
    rows: 3,
    errors: ["3 bad_quote", "5 nul_byte", "6 invalid_encoding", "7 bad_quote", "8 field_too_long"],
    columns: { id: "id", name: "text", amount: "money us" },
  },
  "ambiguous.csv": {
    format: { format: "csv" },
    rows: 3,
    errors: [],
    columns: { id: "id", joined: "date ambiguous", amount: "money ambiguous" },
  },
  "workbook.xlsx": {
    format: { format: "xlsx" },
    rows: 3,
    errors: [],
    columns: {
      Customer: "text",
      "E-mail": "email",
      "Customer since": "datetime YMD",
      "Monthly revenue": "money us",
      Active: "boolean",
    },
  },
};

test.each(Object.entries(expectations))("%s is read as a person would read it", async (name, expected) => {
  const path = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
  const format = sniffFile(readFileSync(path).subarray(0, SNIFF_BYTES), name);
  expect(format).toMatchObject(expected.format);
  if ("refused" in format) throw new Error(format.refused.message);
  const table = await readSource(path, format);
  expect(table.errors.map((error) => `${error.line} ${error.code}`)).toEqual(expected.errors);
  expect(table.rows).toHaveLength(expected.rows);
  const profiles = inferColumns(
    table.columns,
    table.rows.map((row) => row.values),
  );
  const judged = profiles.map(({ name: column, kind, dateOrder, numberStyle, currency }) => [
    column,
    [kind, dateOrder, numberStyle, currency].filter(Boolean).join(" "),
  ]);
  expect(Object.fromEntries(judged)).toEqual(expected.columns);
});
