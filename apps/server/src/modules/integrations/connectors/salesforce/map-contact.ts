import type { SourceRecord } from "../../connector.ts";
import type { Row } from "./row.ts";

const LONGEST_EMAIL = 320;
const LONGEST_NAME = 500;
const LONGEST_TEXT = 200;
/** Of the company's own making; more would bury the columns that somebody looks for. */
const MOST_OWN_FIELDS = 20;

export const contactFields: readonly string[] = [
  "Name",
  "Email",
  "Title",
  "HasOptedOutOfEmail",
  "SystemModstamp",
];

/** A field that the company made, and how its values are kept here. */
export interface OwnField {
  name: string;
  label: string;
  isNumber: boolean;
}

const NUMBERS = ["double", "currency", "int", "percent"];
const TEXTS = ["string", "picklist", "boolean", "date"];

/** The company's own fields that are worth a column. */
export const ownFields = (
  fields: readonly { name: string; label: string; type: string; custom?: boolean | undefined }[],
): OwnField[] =>
  fields
    .filter(
      ({ name, type, custom }) =>
        custom === true && !/^forestay_/i.test(name) && (NUMBERS.includes(type) || TEXTS.includes(type)),
    )
    .slice(0, MOST_OWN_FIELDS)
    .map(({ name, label, type }) => ({
      name,
      label: label.replace(/__c$/, ""),
      isNumber: NUMBERS.includes(type),
    }));

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** What a record says of some fields, as own columns: an empty value says nothing. */
export function traitsOf(
  record: Row,
  fields: readonly { name: string; label: string; isNumber: boolean }[],
): Record<string, string | number> {
  const traits: Record<string, string | number> = {};
  for (const { name, label, isNumber } of fields) {
    const value = record[name];
    if (isNumber) {
      if (typeof value === "number" && Number.isFinite(value)) traits[label] = value;
    } else {
      const text = typeof value === "boolean" ? (value ? "Yes" : "No") : textOf(value);
      if (text !== null) traits[label] = text.slice(0, LONGEST_TEXT);
    }
  }
  return traits;
}

/** A contact is a customer: who may become one is a lead in Salesforce, and leads are not read. */
export function mapContact(contact: Row, own: readonly OwnField[]): SourceRecord {
  const { Id: id } = contact;
  const fullName = textOf(contact["Name"])?.slice(0, LONGEST_NAME) ?? null;
  const email = textOf(contact["Email"]);
  const record = {
    object: "contacts",
    sourceId: id,
    label: fullName ?? email ?? `Contact ${id}`,
    detail: email ?? `Contact ${id}`,
    ofCustomers: [],
  };
  if (email !== null && !(email.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email)))
    return { ...record, problem: `'${email.slice(0, 100)}' is no e-mail address. Correct it in Salesforce.` };
  if (fullName === null && email === null)
    return { ...record, problem: "It has neither a name nor an e-mail address. Give it one in Salesforce." };
  const title = traitsOf(contact, [{ name: "Title", label: "Job title", isNumber: false }]);
  return {
    ...record,
    customer: { sourceId: id, email, fullName },
    traits: [{ sourceId: id, values: { ...title, ...traitsOf(contact, own) } }],
    ...(contact["HasOptedOutOfEmail"] === true &&
      email !== null && {
        withdrawn: {
          email,
          reason: "unsubscribed" as const,
          at: new Date(String(contact["SystemModstamp"])),
        },
      }),
  };
}
