import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { findIntegration, type IntegrationRow } from "./integration-rows.ts";
import { loseAccess } from "./lose-access.ts";
import type { ProviderApi } from "./connector.ts";
import { openStored, type ProviderContext } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";

export type NoticingContext = ProviderContext & Pick<ModuleContext, "db" | "events">;

export interface Noticed {
  row: IntegrationRow;
  opened: ProviderApi;
  /** It lets us in at the moment. */
  isOpen: boolean;
  /** A deed there: a way in that was lost is said to people, and thrown on. */
  noticed<T>(deed: Promise<T>): Promise<T>;
}

/** A company's connection, for what is written into it. Null where there is none. */
export async function openNoticed(
  context: NoticingContext,
  companyId: string,
  provider: IntegrationProvider,
  signal?: AbortSignal,
): Promise<Noticed | null> {
  const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, provider));
  if (!row) return null;
  return {
    row,
    opened: openStored(context, row, signal),
    isOpen: row.status === "Connected" || row.status === "Syncing",
    async noticed(deed) {
      try {
        return await deed;
      } catch (error) {
        if (error instanceof ProviderError && error.failure === "expired")
          await loseAccess(context, companyId, provider, error.message);
        throw error;
      }
    },
  };
}
