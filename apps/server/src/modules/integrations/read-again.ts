import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { followSoon } from "./follow-news.ts";
import { findIntegration, tellChange } from "./integration-rows.ts";

/** Records that are read again at once, those named first. */
const MOST_AT_ONCE = 5000;

/**
 * Has records read as they are now, as if the system had told of them: those named, and those that could not be taken in, which
 * may wait for one of those, unless they are to be read anyway. While a run is under way they wait for its end. Nothing where
 * it is not connected.
 */
export async function readAgain(
  tx: Tx,
  jobs: ModuleContext["jobs"],
  { companyId, provider, now }: { companyId: string; provider: IntegrationProvider; now: Date },
  named: readonly { object: string; sourceId: string }[],
): Promise<void> {
  if (!(await isConnected(tx, companyId, provider))) return;
  await sql`
    insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at)
    select ${companyId}, ${provider}, 'again:' || uuidv7(), r.object, r.source_id, ${now}, ${now}
    from (
      select object, source_id from (
        select object, source_id, 1 as place, null::timestamptz as at
        from unnest(${named.map(({ object }) => object)}::text[],
          ${named.map(({ sourceId }) => sourceId)}::text[]) as n (object, source_id)
        union all select object, source_id, 2, at from integration_errors e
        where company_id = ${companyId} and provider = ${provider}
          and not exists (select from integration_inbox w where w.company_id = ${companyId} and w.provider = ${provider}
            and w.object = e.object and w.source_id = e.source_id and w.handled_at is null)
      ) a group by object, source_id order by min(place), max(at) desc limit ${MOST_AT_ONCE}
    ) r
    on conflict do nothing`.execute(tx);
  await followSoon(tx, jobs, companyId, provider);
  await tellChange(tx, companyId, provider);
}

export async function isConnected(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<boolean> {
  return (await findIntegration(tx, companyId, provider)) !== undefined;
}
