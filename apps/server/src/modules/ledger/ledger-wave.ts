import { copyLine } from "#modules/customers/encoding/index.ts";
import { eventKey } from "./event-key.ts";
import type { EventInput, LedgerInputs, LedgerKind } from "./ledger-record.ts";

/** Rows of one kind that are written together. Bytes, because they cross processes. */
export interface LedgerWave {
  kind: LedgerKind;
  /** Of events lines of COPY text, columns in the order of `pendingEventColumns`; else an array of JSON. */
  bytes: Uint8Array;
  rowCount: number;
  /** Names of the events' types: a line holds the place of its own, from 1. */
  eventTypes: readonly string[];
}

/** A row and its number in the caller's data, given back where it cannot be written. */
export interface LedgerRow<K extends LedgerKind> {
  rowNumber: number;
  record: LedgerInputs[K];
}

/** Columns of the session's staging table `pending_ledger_events`, in COPY order. */
export const pendingEventColumns = {
  row_number: "bigint not null",
  // 'i' and the customer's id, or 'e' and its e-mail.
  customer_key: 'text collate "C" not null',
  // Beside an id.
  email: "text",
  occurred_at: "timestamptz not null",
  key: "bigint not null",
  type_place: "integer not null",
  value: "real",
} as const;

/** Turns rows into what `writeLedgerWave` takes. Pure: an import runs it in its parser process. Throws on a row without a customer. */
export function encodeLedgerWave<K extends LedgerKind>(kind: K, rows: readonly LedgerRow<K>[]): LedgerWave {
  if (kind === "events") return encodeEvents(rows as readonly LedgerRow<"events">[]);
  requireCustomers(rows);
  return { kind, bytes: Buffer.from(JSON.stringify(rows)), rowCount: rows.length, eventTypes: [] };
}

/** The rows of a wave that is not of events. */
export function decodeLedgerWave<K extends Exclude<LedgerKind, "events">>(wave: LedgerWave): LedgerRow<K>[] {
  return JSON.parse(Buffer.from(wave.bytes).toString("utf8")) as LedgerRow<K>[];
}

/** An event that waited for its customer: it keeps the key that was made of its id. */
export type KeyedEvent = EventInput & { key?: number };

function encodeEvents(rows: readonly { rowNumber: number; record: KeyedEvent }[]): LedgerWave {
  const places = new Map<string, number>();
  let text = "";
  for (const { rowNumber, record } of rows) {
    requireCustomer(record);
    const { externalId, email } = record.customer;
    const type = record.type.trim();
    let place = places.get(type);
    if (place === undefined) places.set(type, (place = places.size + 1));
    text += copyLine([
      rowNumber,
      externalId ? `i${externalId}` : `e${email?.toLowerCase()}`,
      externalId ? email : null,
      record.occurredAt,
      record.key ?? eventKey({ ...record, type }),
      place,
      record.value,
    ]);
  }
  return { kind: "events", bytes: Buffer.from(text), rowCount: rows.length, eventTypes: [...places.keys()] };
}

/** Throws on a row without a customer. */
export function requireCustomers(rows: readonly LedgerRow<LedgerKind>[]): void {
  for (const { record } of rows) if (!record.customer.sourceId) requireCustomer(record);
}

function requireCustomer({ customer }: LedgerInputs[LedgerKind]): void {
  if (!customer.externalId && !customer.email)
    throw new TypeError("A row of the ledger needs its customer's id or e-mail");
}
