import { customerBatchRow, MOST_BATCH_ROWS, type AttributeDefinition } from "@forestay/contracts";
import type { customerBatchResult } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { findUnstorable, UNSTORABLE } from "#platform/http/unstorable-text.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readCompanyContext } from "./company-context.ts";
import type { CustomerInput } from "./customer-record.ts";
import { changeCustomerTotals } from "./customer-totals.ts";
import { customersWritten } from "./customers-written.ts";
import { defineAttributes, listStoredAttributes } from "./define-attributes.ts";
import { toMinorUnits } from "./money.ts";
import { upsertCustomerBatch } from "./upsert-customers.ts";
import { tellBy } from "./value-sources.ts";

type Result = z.input<typeof customerBatchResult>;
type Row = z.output<typeof customerBatchRow>;

/**
 * Creates and changes customers as a program sends them, all that are right in one transaction; the same rows twice change
 * nothing the second time. Throws `bad_request` for a body that is no list of rows at all.
 */
export async function writeCustomerBatch(
  { db, events, clock }: Pick<ModuleContext, "db" | "events" | "clock">,
  user: CompanyUser,
  body: Uint8Array,
): Promise<Result> {
  const { companyId } = user;
  const { rows, problems } = checkedRows(body);
  if (rows.length === 0) return { created: 0, updated: 0, unchanged: 0, refused: problems.length, problems };
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    const { currency } = await readCompanyContext(tx, companyId);
    await addColumns(tx, companyId, rows);
    await changeCustomerTotals(client, companyId, 0);
    await tellBy(tx, companyId, user);
    const written = await upsertCustomerBatch(
      client,
      companyId,
      rows.map(({ row }) => toInput(row, currency)),
      { toldAt: clock.now(), teller: "told" },
    );
    for (const index of written.ambiguousRows)
      problems.push({
        row: rows[index]?.number ?? 0,
        field: "email",
        message: "Several customers with ids of their own share this address: send the id too",
      });
    problems.sort((a, b) => a.row - b.row);
    const { created, updated, unchanged } = written;
    if (created + updated > 0) {
      await recordAudit(tx, user, { action: "customers.written", after: { created, updated } });
      await events.emit(tx, customersWritten, { companyId });
    }
    return { created, updated, unchanged, refused: problems.length, problems };
  });
}

/**
 * Writes one customer by the same rules. Throws `validation_failed` where several customers of the company's own ids share
 * the address it is known by.
 */
export async function writeCustomerRow(
  { tx, client, events }: { tx: Tx; client: SqlClient; events: ModuleContext["events"] },
  user: CompanyUser,
  row: Row,
  now: Date,
): Promise<void> {
  const { companyId } = user;
  const unstorable = findUnstorable(row);
  if (unstorable !== null)
    throw new AppError("validation_failed", { fields: { [unstorable.join(".")]: UNSTORABLE } });
  const { currency } = await readCompanyContext(tx, companyId);
  await addColumns(tx, companyId, [{ row }]);
  await changeCustomerTotals(client, companyId, 0);
  await tellBy(tx, companyId, user);
  const { ambiguousRows } = await upsertCustomerBatch(client, companyId, [toInput(row, currency)], {
    toldAt: now,
    teller: "told",
  });
  if (ambiguousRows.length > 0)
    throw new AppError("validation_failed", {
      fields: { email: "Several customers with ids of their own share this address: send the id too" },
    });
  await events.emit(tx, customersWritten, { companyId });
}

interface NumberedRow {
  /** From 1. */
  number: number;
  row: Row;
}

function checkedRows(body: Uint8Array): { rows: NumberedRow[]; problems: Result["problems"] } {
  const rows: NumberedRow[] = [];
  const problems: Result["problems"] = [];
  for (const [index, one] of listOf(new TextDecoder().decode(body)).entries()) {
    const number = index + 1;
    const checked = "problem" in one ? null : customerBatchRow.safeParse(one.value);
    const unstorable = checked?.success === true ? findUnstorable(checked.data) : null;
    if (unstorable !== null) problems.push({ row: number, field: unstorable.join("."), message: UNSTORABLE });
    else if (checked?.success) rows.push({ number, row: checked.data });
    else {
      const issue = checked?.error.issues[0];
      problems.push({
        row: number,
        field: issue === undefined || issue.path.length === 0 ? null : issue.path.join("."),
        message: issue?.message ?? ("problem" in one ? one.problem : "This is no customer"),
      });
    }
  }
  return { rows, problems };
}

type Given = { value: unknown } | { problem: string };

/** The rows of a body, each parsed or with what is wrong: a line that is no JSON is one row's fault. */
function listOf(text: string): Given[] {
  const trimmed = text.trim();
  if (trimmed === "")
    throw new AppError("bad_request", { message: "The body is empty: send rows of customers." });
  const given = trimmed.startsWith("[") ? arrayOf(trimmed) : linesOf(trimmed);
  if (given.length > MOST_BATCH_ROWS) {
    throw new AppError("bad_request", {
      message: `A batch has at most ${MOST_BATCH_ROWS.toLocaleString("en-US")} rows; this one has ${given.length.toLocaleString("en-US")}.`,
    });
  }
  return given;
}

function arrayOf(text: string): Given[] {
  try {
    return (JSON.parse(text) as unknown[]).map((value) => ({ value }));
  } catch {
    throw new AppError("bad_request", { message: "The body begins as a JSON array and is none." });
  }
}

function linesOf(text: string): Given[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      try {
        return { value: JSON.parse(line) as unknown };
      } catch {
        return { problem: "This line is no JSON" };
      }
    });
}

/** Columns that nobody has sent before get the kind of their first value. */
async function addColumns(
  tx: Tx,
  companyId: string,
  rows: readonly Pick<NumberedRow, "row">[],
): Promise<void> {
  const known = new Set((await listStoredAttributes(tx, companyId)).map(({ key }) => key));
  const added = new Map<string, AttributeDefinition>();
  for (const { row } of rows)
    for (const [key, value] of Object.entries(row.attributes ?? {})) {
      if (known.has(key) || added.has(key) || value === null) continue;
      const kind = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";
      added.set(key, { key, label: key, kind });
    }
  await defineAttributes(tx, companyId, [...added.values()]);
}

function toInput({ lifetimeValue, monthlyRevenue, attributes, ...row }: Row, company: string): CustomerInput {
  const currency = row.currency ?? company;
  const minor = (amount: number | null | undefined) =>
    amount === undefined || amount === null ? null : toMinorUnits(amount, currency);
  return {
    ...row,
    lifetimeValueCents: minor(lifetimeValue),
    monthlyRevenueCents: minor(monthlyRevenue),
    ...(attributes === undefined ? {} : { attributes }),
  } as CustomerInput;
}
