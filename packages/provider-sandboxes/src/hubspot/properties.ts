import type { ObjectType, Property } from "./portal.ts";

type Sketch = [
  name: string,
  label: string,
  type: Property["type"],
  more?: { own?: true; readOnly?: true; values?: string[] },
];

const contacts: Sketch[] = [
  ["email", "Email", "string"],
  ["firstname", "First Name", "string"],
  ["lastname", "Last Name", "string"],
  ["company", "Company Name", "string"],
  ["jobtitle", "Job Title", "string"],
  ["phone", "Phone Number", "string"],
  ["country", "Country/Region", "string"],
  [
    "lifecyclestage",
    "Lifecycle Stage",
    "enumeration",
    { values: ["lead", "opportunity", "customer", "other"] },
  ],
  ["createdate", "Create Date", "datetime", { readOnly: true }],
  ["lastmodifieddate", "Last Modified Date", "datetime", { readOnly: true }],
  ["notes_last_updated", "Last Activity Date", "datetime", { readOnly: true }],
  ["hs_object_id", "Record ID", "number", { readOnly: true }],
  ["total_revenue", "Total Revenue", "number", { readOnly: true }],
  ["plan_name", "Plan", "enumeration", { own: true, values: ["Starter", "Team", "Business"] }],
  ["seats", "Seats", "number", { own: true }],
  ["contract_value", "Contract value", "string", { own: true }],
  ["renewal_date", "Renewal date", "date", { own: true }],
];

const companies: Sketch[] = [
  ["name", "Company name", "string"],
  ["domain", "Company Domain Name", "string"],
  ["country", "Country/Region", "string"],
  ["industry", "Industry", "string"],
  ["numberofemployees", "Number of Employees", "number"],
  ["createdate", "Create Date", "datetime", { readOnly: true }],
  ["hs_lastmodifieddate", "Last Modified Date", "datetime", { readOnly: true }],
  ["hs_object_id", "Record ID", "number", { readOnly: true }],
];

const deals: Sketch[] = [
  ["dealname", "Deal Name", "string"],
  ["amount", "Amount", "number"],
  [
    "dealstage",
    "Deal Stage",
    "enumeration",
    { values: ["appointmentscheduled", "contractsent", "closedwon", "closedlost"] },
  ],
  ["pipeline", "Pipeline", "enumeration", { values: ["default"] }],
  ["closedate", "Close Date", "datetime"],
  ["createdate", "Create Date", "datetime", { readOnly: true }],
  ["hs_lastmodifieddate", "Last Modified Date", "datetime", { readOnly: true }],
  ["hs_object_id", "Record ID", "number", { readOnly: true }],
];

/** What a read shows when it names no properties. */
export const shownByDefault: Record<ObjectType, string[]> = {
  contacts: ["createdate", "email", "firstname", "hs_object_id", "lastmodifieddate", "lastname"],
  companies: ["createdate", "domain", "hs_lastmodifieddate", "hs_object_id", "name"],
  deals: [
    "amount",
    "closedate",
    "createdate",
    "dealname",
    "dealstage",
    "hs_lastmodifieddate",
    "hs_object_id",
    "pipeline",
  ],
};

/** A portal's properties: HubSpot's own and four that the company made. */
export function portalProperties(): Record<ObjectType, Property[]> {
  return { contacts: contacts.map(property), companies: companies.map(property), deals: deals.map(property) };
}

function property([name, label, type, more = {}]: Sketch): Property {
  return newProperty({
    name,
    label,
    type,
    hubspotDefined: !more.own,
    readOnly: more.readOnly ?? false,
    values: more.values ?? [],
  });
}

/** A property in full. */
export function newProperty(given: {
  name: string;
  label: string;
  type: Property["type"];
  fieldType?: string;
  groupName?: string;
  hubspotDefined: boolean;
  readOnly: boolean;
  values: string[];
}): Property {
  const fieldTypes = {
    string: "text",
    number: "number",
    datetime: "date",
    date: "date",
    enumeration: "select",
    bool: "booleancheckbox",
  };
  return {
    name: given.name,
    label: given.label,
    type: given.type,
    fieldType: given.fieldType ?? fieldTypes[given.type],
    groupName: given.groupName ?? "contactinformation",
    description: "",
    options: given.values.map((value, at) => ({ label: value, value, displayOrder: at, hidden: false })),
    hubspotDefined: given.hubspotDefined,
    modificationMetadata: {
      readOnlyValue: given.readOnly,
      readOnlyDefinition: given.hubspotDefined,
      archivable: !given.hubspotDefined,
    },
  };
}
