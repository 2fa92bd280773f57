import { randomUUID } from "node:crypto";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { integrationFailed } from "./events.ts";
import { findIntegration, updateIntegration, type IntegrationRow } from "./integration-rows.ts";

type Context = Pick<ModuleContext, "db" | "events">;

/**
 * Nobody is let in any more, which was found outside a run: a person has to connect it again. `credentialAt`: since when what was
 * refused stood, so that nothing is said of one that came meanwhile.
 */
export async function loseAccess(
  { db, events }: Context,
  companyId: string,
  provider: IntegrationProvider,
  message: string,
  { credentialAt }: { credentialAt?: Date | null } = {},
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, provider, { lock: true });
    // A run that is under way finds it out by itself.
    if (row?.status !== "Connected" && row?.status !== "Error") return;
    if (credentialAt !== undefined && row.credential_at?.getTime() !== credentialAt?.getTime()) return;
    await updateIntegration(tx, companyId, provider, {
      status: "TokenExpired",
      last_error: message,
      next_sync_at: null,
    });
    await tellLost(tx, events, row, { runId: randomUUID(), message });
  });
}

/** Writes down and tells that a system no longer lets us in; a run, or an id of its own, is told of once. */
export async function tellLost(
  tx: Tx,
  events: Context["events"],
  { company_id: companyId, provider, account_name: target }: IntegrationRow,
  { runId, message }: { runId: string; message: string },
): Promise<void> {
  await recordAudit(
    tx,
    { job: true, companyId, askedBy: null },
    { action: "integration.token_expired", target },
  );
  await events.emit(tx, integrationFailed, { companyId, provider, runId, isExpired: true, message });
}
