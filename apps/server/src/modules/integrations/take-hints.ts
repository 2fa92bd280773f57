import { customerObject } from "@forestay/contracts/vocabulary";
import { forgetUnanswered, markGoneThere } from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { peopleDeletedThere } from "./events.ts";
import { forgetFailures } from "./failures.ts";
import { includedObjects } from "./integration-rows.ts";
import type { SourceRecord } from "./connector.ts";
import { connectorOf } from "./providers.ts";
import { forgetReferences, readReferences } from "./references.ts";
import { takeIn, type TakeIn } from "./take-in.ts";

/** Records that are read one by one are written so often. */
const HINTS_PER_WRITE = 50;

/** A record there that changed, or failed before. */
export interface Hint {
  object: string;
  source_id: string;
}

/**
 * Reads records as they are now, each once however often it is named, and takes them in some at a time, the objects in their
 * order. One that is gone there can no longer fail, nobody is asked who it is, and where it was a customer that is told. `taken` is told of each that is taken in,
 * in the transaction that does. False where they were no longer wanted.
 */
export async function takeHints<H extends Hint>(
  taking: Omit<TakeIn, "records" | "now">,
  { clock, signal }: Pick<ModuleContext, "clock"> & { signal: AbortSignal },
  hints: readonly H[],
  taken: (tx: Tx, hints: readonly H[]) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const { api, row } = taking;
  const { company_id: companyId, provider } = row;
  for (const object of includedObjects(row)) {
    const named = hints.filter((hint) => hint.object === object);
    const ids = [...new Set(named.map((hint) => hint.source_id))];
    for (let start = 0; start < ids.length; start += HINTS_PER_WRITE) {
      signal.throwIfAborted();
      const some = new Set(ids.slice(start, start + HINTS_PER_WRITE));
      const records = await api.readRecords(object, [...some]);
      const gone = [...some.difference(new Set(records.map(({ sourceId }) => sourceId)))];
      const left = await readLeft(taking, object, gone, records);
      records.push(...left.records);
      const written: TakeIn["written"] = async (tx, counts) => {
        await taking.written(tx, counts);
        await forgetFailures(tx, companyId, provider, object, gone);
        await forgetReferences(tx, companyId, provider, left.references);
        if (object === customerObject(provider)) await customersGone(taking, tx, gone, clock.now());
        await taken(
          tx,
          named.filter((hint) => some.has(hint.source_id)),
        );
      };
      if (!(await takeIn({ ...taking, now: clock.now(), records, written }))) return false;
    }
  }
  return true;
}

/** Nobody is asked who these are any more; of those who are customers here a person says what becomes of them. */
async function customersGone(
  { events, row: { company_id: companyId, provider } }: Pick<TakeIn, "events" | "row">,
  tx: Tx,
  gone: readonly string[],
  now: Date,
): Promise<void> {
  await forgetUnanswered(tx, companyId, provider, gone);
  if (connectorOf(provider).holdsCustomers !== true) return;
  const customerIds = await markGoneThere(tx, companyId, provider, gone, now);
  if (customerIds.length > 0) await events.emit(tx, peopleDeletedThere, { companyId, provider, customerIds });
}

/** What others' sums are without records that are gone or are another's now, and what those that are gone were known by. */
async function readLeft(
  { api, db, row: { company_id: companyId, provider } }: Pick<TakeIn, "api" | "db" | "row">,
  object: string,
  gone: readonly string[],
  there: readonly SourceRecord[],
): Promise<{ records: SourceRecord[]; references: string[] }> {
  const { left } = api;
  if (left === undefined) return { records: [], references: [] };
  const references = gone.flatMap((id) => left.referenceOf(object, id) ?? []);
  const now = new Map(
    there.flatMap((record) => (record.references ?? []).map((one) => [one.sourceId, one.targetId] as const)),
  );
  const named = [...references, ...now.keys()];
  if (named.length === 0) return { records: [], references };
  const before = await withTenant(db, companyId, (tx) => readReferences(tx, companyId, provider, named));
  const targets = [...before].flatMap(([id, target]) => (now.get(id) === target ? [] : [target]));
  return { records: targets.length === 0 ? [] : await left.read([...new Set(targets)]), references };
}
