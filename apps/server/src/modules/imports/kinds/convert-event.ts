import { readNumber, readText } from "../cell-reader.ts";
import type { ConvertedLedgerRow } from "./converted-row.ts";
import { whoOf, type LedgerRow } from "./ledger-row.ts";

const MAX_TYPE = 100;

/** A row of a log: something that a customer did. */
export function convertEvent(row: LedgerRow): ConvertedLedgerRow<"events"> {
  const customer = row.customer();
  const occurredAt = row.moment("occurredAt", { isNeeded: true });
  const type = row.has("eventType")
    ? row.require("eventType", "what happened", (cell) => readText(cell, MAX_TYPE))
    : (row.columns.options.eventType ?? null);
  const value = row.read("eventValue", readNumber);
  const sourceId = row.text("eventId");
  if (row.problems.length > 0 || occurredAt === null || type === null)
    return { ok: false, problems: row.problems };
  return {
    ok: true,
    record: { customer, sourceId, type, occurredAt, value },
    facts: {
      key: null,
      currency: null,
      amountMinor: null,
      day: row.dayOf("occurredAt"),
      who: whoOf(customer),
    },
  };
}
