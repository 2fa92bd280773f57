import { z } from "zod";
import { ownColumnTarget, type SourceKind } from "@forestay/contracts/vocabulary";
import { valueOfText, type MapLine, type SourceField } from "../../mapping/mapped-fields.ts";
import { sampled, type SampledField } from "../../mapping/samples.ts";
import type { AskJson } from "../ask-json.ts";
import { row, type Row } from "./row.ts";
import type { AskSoql } from "./soql.ts";

/** Of the company's own making; more would bury the columns that somebody looks for. */
const MOST_OWN_FIELDS = 20;
const SAMPLED_RECORDS = 20;
/** Fields of a query; more would not fit into an address. */
const FIELDS_AT_ONCE = 60;

const kinds: Readonly<Record<string, SourceKind>> = {
  double: "number",
  currency: "number",
  int: "number",
  percent: "number",
  string: "text",
  picklist: "text",
  email: "text",
  phone: "text",
  url: "text",
  date: "date",
  datetime: "date",
  boolean: "boolean",
};
/** Salesforce's own workings, and what is asked for anyway. */
const LEFT_OUT = new Set(["Id", "IsDeleted", "SystemModstamp", "HasOptedOutOfEmail"]);

const described = z.object({
  fields: z.array(
    z.object({ name: z.string(), label: z.string(), type: z.string(), custom: z.boolean().optional() }),
  ),
});

const contactTargets: Readonly<Record<string, string>> = {
  Name: "fullName",
  Email: "email",
  Title: ownColumnTarget("Job title"),
};
/** What accounts say of each of their contacts. */
export const accountFields: readonly SourceField[] = (
  [
    ["Name", "Account name", "text", "Company"],
    ["Industry", "Industry", "text", "Industry"],
    ["NumberOfEmployees", "Employees", "number", "Employees"],
    ["BillingCountry", "Billing country", "text", "Country"],
  ] as const
).map(([name, label, kind, column]) => ({
  object: "accounts",
  name,
  label,
  kind,
  standard: ownColumnTarget(column),
}));

/** Fields of contacts that can come in; those that the company made come by themselves. */
export async function readContactFields(ask: AskJson): Promise<SourceField[]> {
  const fields = await describe(ask, "Contact");
  const own = new Set(
    fields
      .filter(({ custom }) => custom === true)
      .slice(0, MOST_OWN_FIELDS)
      .map(({ name }) => name),
  );
  return fields.map(({ name, label, kind }) => ({
    object: "contacts",
    name,
    label,
    kind,
    standard: contactTargets[name] ?? (own.has(name) ? ownColumnTarget(label) : null),
  }));
}

async function readAccountFields(ask: AskJson): Promise<SourceField[]> {
  const fields = await describe(ask, "Account");
  return fields.map(({ name, label, kind }) => ({
    object: "accounts",
    name,
    label,
    kind,
    standard: accountFields.find((one) => one.name === name)?.standard ?? null,
  }));
}

async function describe(ask: AskJson, type: "Contact" | "Account") {
  const answer = await ask(`/sobjects/${type}/describe`, {}, described);
  return (answer?.fields ?? []).flatMap(({ name, label, type: stored, custom }) => {
    const kind = kinds[stored];
    if (kind === undefined || LEFT_OUT.has(name) || /^forestay_/i.test(name)) return [];
    return [{ name, label: label.replace(/__c$/, ""), kind, custom }];
  });
}

/** All that a company may choose from, with what some records have in it. */
export async function readSalesforceFields(ask: AskJson, soql: AskSoql): Promise<SampledField[]> {
  const found: SampledField[] = [];
  for (const [type, fields] of [
    ["Contact", await readContactFields(ask)],
    ["Account", await readAccountFields(ask)],
  ] as const)
    for (let start = 0; start < fields.length; start += FIELDS_AT_ONCE) {
      const some = fields.slice(start, start + FIELDS_AT_ONCE);
      const rows = await soql(
        `SELECT Id, ${some.map(({ name }) => name).join(", ")} FROM ${type} ORDER BY Id LIMIT ${SAMPLED_RECORDS}`,
        row,
      );
      found.push(...sampled(some, rows, (one, { name }) => one[name]));
    }
  return found;
}

/** What a record says in a field; null: nothing. */
export const valueIn =
  (record: Row) =>
  ({ field, kind }: MapLine): string | number | null => {
    const value = record[field];
    if (kind === "number") return typeof value === "number" && Number.isFinite(value) ? value : null;
    if (typeof value === "boolean") return value ? "Yes" : "No";
    return typeof value === "string" ? valueOfText(value, "text") : null;
  };
