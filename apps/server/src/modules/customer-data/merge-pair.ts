import {
  changeCustomerTotals,
  findKeptId,
  lockIdentity,
  mergeRecords,
  type CustomerIdentity,
} from "#modules/customers/index.ts";
import { forgetUndoOf, hasOpenImport } from "#modules/imports/index.ts";
import { mergeInLedger } from "#modules/ledger/index.ts";
import { readOpenCases } from "#modules/work/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { moveRows } from "./move-rows.ts";

/** The customer that is kept, and the one that becomes part of it. */
export interface MergedPair {
  keptId: string;
  otherId: string;
}

/** A transaction of the company. */
export interface Handles {
  tx: Tx;
  client: SqlClient;
}

/** Whom the pair names, locked until the transaction's end; null: the other is part of the kept one already. */
export async function lockPair(
  { tx, client }: Handles,
  companyId: string,
  { keptId, otherId }: MergedPair,
): Promise<{ kept: CustomerIdentity; other: CustomerIdentity } | null> {
  if (keptId === otherId) throw refused("A customer cannot be merged with itself. Choose another one.");
  // Before the customers: whoever writes customers takes this lock first, so that none waits for the other in a circle.
  await changeCustomerTotals(client, companyId, 0);
  const known = new Map<string, CustomerIdentity>();
  for (const id of [keptId, otherId].sort()) {
    const identity = await lockIdentity(tx, companyId, id);
    if (identity) known.set(id, identity);
  }
  const [kept, other] = [known.get(keptId), known.get(otherId)];
  if (kept && other) return { kept, other };
  if (kept && (await findKeptId(tx, companyId, otherId)) === keptId) return null;
  for (const id of [keptId, otherId]) {
    if (!known.has(id) && (await findKeptId(tx, companyId, id)) !== undefined)
      throw refused("One of the two was merged into another customer meanwhile. Load the page again.");
  }
  throw new AppError("not_found", { message: "This customer does not exist." });
}

/** Throws `invalid_state` where the two cannot be one customer now. */
export async function requireMergeable(
  tx: Tx,
  companyId: string,
  { keptId, otherId }: MergedPair,
): Promise<void> {
  if (await hasOpenImport(tx, companyId))
    throw refused(
      "An import is not finished, and its file may bring back the customer that goes. Finish or cancel it first.",
    );
  if ((await readOpenCases(tx, companyId, [keptId, otherId])).size === 2)
    throw refused(
      "Both customers have an open risk case, and one customer has one. Close one of them first.",
    );
}

/**
 * Makes one customer of two, both locked: rows move, the kept record's empty values are filled, and it says what the ledger
 * of both comes to. Returns how many rows moved, by table.
 */
export async function mergePair(
  { tx, client }: Handles,
  companyId: string,
  pair: MergedPair,
  now: Date,
): Promise<Map<string, number>> {
  const moved = await moveRows(tx, companyId, pair);
  await forgetUndoOf(tx, companyId, pair.keptId);
  await mergeRecords(client, companyId, pair);
  await mergeInLedger(client, companyId, { ...pair, now });
  return moved;
}

const refused = (message: string) => new AppError("invalid_state", { message });
