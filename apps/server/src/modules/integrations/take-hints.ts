import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { forgetFailures } from "./failures.ts";
import { includedObjects } from "./integration-rows.ts";
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
 * order. One that is gone there can no longer fail. False where they were no longer wanted.
 */
export async function takeHints(
  taking: Omit<TakeIn, "records" | "now">,
  { clock, signal }: Pick<ModuleContext, "clock"> & { signal: AbortSignal },
  hints: readonly Hint[],
): Promise<boolean> {
  const { db, api, row } = taking;
  const { company_id: companyId, provider } = row;
  for (const object of includedObjects(row)) {
    const named = hints.filter((hint) => hint.object === object).map((hint) => hint.source_id);
    const ids = [...new Set(named)];
    for (let start = 0; start < ids.length; start += HINTS_PER_WRITE) {
      signal.throwIfAborted();
      const some = ids.slice(start, start + HINTS_PER_WRITE);
      const records = await api.readRecords(object, some);
      if (!(await takeIn({ ...taking, now: clock.now(), records }))) return false;
      const there = new Set(records.map(({ sourceId }) => sourceId));
      const gone = some.filter((id) => !there.has(id));
      await withTenant(db, companyId, (tx) => forgetFailures(tx, companyId, provider, object, gone));
    }
  }
  return true;
}
