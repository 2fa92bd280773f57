import { ownColumnTarget, type SourceKind } from "@forestay/contracts/vocabulary";
import { valueOfText, type MapLine, type SourceField } from "../../mapping/mapped-fields.ts";
import { sampled, type SampledField } from "../../mapping/samples.ts";
import type { Ask } from "./hubspot-client.ts";
import { readBatch } from "./read-batch.ts";
import { listAnswer, propertiesAnswer, type CrmRecord } from "./shapes.ts";

/** First and last name in one, which HubSpot keeps apart. */
const WHOLE_NAME = "firstname lastname";
/** Of the company's own making; more would bury the columns that somebody looks for. */
const MOST_OWN_PROPERTIES = 20;
const SAMPLED_RECORDS = 20;

const kinds: Readonly<Record<string, SourceKind>> = {
  number: "number",
  date: "date",
  datetime: "date",
  bool: "boolean",
};

/** HubSpot's own properties of contacts that are worth a column; those that the company made come beside them. */
const contactColumns: Readonly<Record<string, string>> = {
  company: "Company",
  jobtitle: "Job title",
  country: "Country",
  lifecyclestage: "Lifecycle stage",
};
/** What companies say of each of their contacts. */
export const companyFields: readonly SourceField[] = [
  {
    object: "companies",
    name: "name",
    label: "Company name",
    kind: "text",
    standard: ownColumnTarget("Company"),
  },
  {
    object: "companies",
    name: "industry",
    label: "Industry",
    kind: "text",
    standard: ownColumnTarget("Industry"),
  },
  {
    object: "companies",
    name: "numberofemployees",
    label: "Number of employees",
    kind: "number",
    standard: ownColumnTarget("Employees"),
  },
];

interface Property {
  name: string;
  label: string;
  type: string;
  hubspotDefined?: boolean | undefined;
  hidden?: boolean | undefined;
}

/** Properties that may come in: not hidden, not HubSpot's workings, and not what is written there by us. */
async function readProperties(ask: Ask, object: string): Promise<Property[]> {
  const all = await ask({ path: `/crm/properties/{date}/${object}`, shape: propertiesAnswer });
  return (all?.results ?? []).filter(
    ({ name, hidden }) => hidden !== true && !name.startsWith("forestay_") && !name.startsWith("hs_"),
  );
}

export async function readContactFields(ask: Ask): Promise<SourceField[]> {
  const properties = await readProperties(ask, "contacts");
  const own = new Set(
    properties
      .filter(({ hubspotDefined }) => hubspotDefined !== true)
      .slice(0, MOST_OWN_PROPERTIES)
      .map(({ name }) => name),
  );
  const standardOf = ({ name, label }: Property): string | null => {
    if (name === "email") return "email";
    const column = contactColumns[name] ?? (own.has(name) ? label : undefined);
    return column === undefined ? null : ownColumnTarget(column);
  };
  return [
    {
      object: "contacts",
      name: WHOLE_NAME,
      label: "First and last name",
      kind: "text",
      standard: "fullName",
    },
    ...properties.map((property) => ({
      object: "contacts",
      name: property.name,
      label: property.label,
      kind: kinds[property.type] ?? "text",
      standard: standardOf(property),
    })),
  ];
}

async function readCompanyFields(ask: Ask): Promise<SourceField[]> {
  const properties = await readProperties(ask, "companies");
  return properties.map(({ name, label, type }) => ({
    object: "companies",
    name,
    label,
    kind: kinds[type] ?? "text",
    standard: companyFields.find((one) => one.name === name)?.standard ?? null,
  }));
}

/** All that a company may choose from, with what the first records have in it. */
export async function readHubSpotFields(ask: Ask): Promise<SampledField[]> {
  const found: SampledField[] = [];
  for (const [object, fields] of [
    ["contacts", await readContactFields(ask)],
    ["companies", await readCompanyFields(ask)],
  ] as const) {
    const list = await ask({
      path: `/crm/objects/{date}/${object}`,
      query: { limit: String(SAMPLED_RECORDS) },
      shape: listAnswer,
    });
    const ids = (list?.results ?? []).map(({ id }) => id);
    // By a body: in an address so many names would not fit.
    const records = await readBatch(ask, object, ids, propertiesOf(fields.map(({ name }) => name)));
    found.push(...sampled(fields, records, (record, { name, kind }) => valueOf(record, name, kind)));
  }
  return found;
}

/** Properties to ask for, by the fields that are read of them. */
export const propertiesOf = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => name.split(" "))),
];

/** What a record says in a field; null: nothing, or no number where it is one. */
export const valueIn =
  (record: CrmRecord) =>
  ({ field, kind }: MapLine): string | number | null =>
    valueOf(record, field, kind);

function valueOf({ properties }: CrmRecord, name: string, kind: SourceKind): string | number | null {
  const parts = name.split(" ").map((one) => properties[one]?.trim() ?? "");
  return valueOfText(parts.filter((part) => part !== "").join(" "), kind);
}
