import { customerObject, providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { recordAudit } from "#modules/audit/index.ts";
import { customersWritten, readMatch, takeBackAnswer } from "#modules/customers/index.ts";
import { readAgain } from "#modules/integrations/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { takingBack } from "./read-matches.ts";

/** Takes back who a record is: it is asked again. Throws `not_found`, and `invalid_state` in words where that cannot be. */
export async function takeBackMatch(
  { db, clock, jobs, events }: Pick<ModuleContext, "db" | "clock" | "jobs" | "events">,
  user: CompanyUser,
  id: string,
): Promise<void> {
  const { companyId } = user;
  await withTenantClient(db, companyId, async (handles) => {
    const { tx } = handles;
    const row = await readMatch(handles, companyId, id);
    if (row.answered_at === null) return;
    const { whyNot } = await takingBack(tx, companyId, row);
    if (whyNot !== null) throw new AppError("invalid_state", { message: whyNot });
    await takeBackAnswer(handles, companyId, row);
    const provider: IntegrationProvider = row.source;
    await recordAudit(tx, user, {
      action: "customer.match_taken_back",
      target: row.full_name ?? row.email,
      ...(row.customer && { targetId: row.customer.id }),
      after: { system: providerWords(provider).name, record: row.source_id },
    });
    const named = [{ object: customerObject(provider) ?? "", sourceId: row.source_id }];
    await readAgain(tx, jobs, { companyId, provider, now: clock.now() }, named);
    await events.emit(tx, customersWritten, { companyId });
  });
}
