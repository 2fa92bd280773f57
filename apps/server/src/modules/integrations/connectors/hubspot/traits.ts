import type { CrmRecord, KeptProperty } from "./shapes.ts";

const LONGEST = 200;

/** What a record says, as own columns of a customer: an empty value says nothing, a number that is none is left out. */
export function traitsOf(
  { properties }: CrmRecord,
  kept: readonly KeptProperty[],
): Record<string, string | number> {
  const traits: Record<string, string | number> = {};
  for (const { name, label, type } of kept) {
    const text = properties[name]?.trim();
    if (!text) continue;
    if (type !== "number") traits[label] = text.slice(0, LONGEST);
    else if (Number.isFinite(Number(text))) traits[label] = Number(text);
  }
  return traits;
}

/** HubSpot's own properties of contacts that are worth a column; those that the company made come beside them. */
export const contactProperties: readonly KeptProperty[] = [
  { name: "company", label: "Company", type: "string" },
  { name: "jobtitle", label: "Job title", type: "string" },
  { name: "country", label: "Country", type: "string" },
  { name: "lifecyclestage", label: "Lifecycle stage", type: "enumeration" },
];
export const companyProperties: readonly KeptProperty[] = [
  { name: "name", label: "Company", type: "string" },
  { name: "industry", label: "Industry", type: "string" },
  { name: "numberofemployees", label: "Employees", type: "number" },
];
/** Of the company's own making; more would bury the columns that somebody looks for. */
export const MOST_OWN_PROPERTIES = 20;
