import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { AudienceWriting } from "./audience-writing.ts";
import { findIntegration } from "./integration-rows.ts";
import { loseAccess } from "./lose-access.ts";
import { openStored, type ProviderContext } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";

type Context = ProviderContext & Pick<ModuleContext, "db" | "events">;

/** Keeping audiences in a connected system. */
export interface AudienceWriter extends AudienceWriting {
  /** It lets us in at the moment. */
  isOpen: boolean;
}

/** Null: it is not connected, or keeps no audiences. A way in that was lost is said to people, and thrown on. */
export async function findAudienceWriting(
  context: Context,
  companyId: string,
  provider: IntegrationProvider,
  signal?: AbortSignal,
): Promise<AudienceWriter | null> {
  const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, provider));
  if (!row) return null;
  const { audiences } = openStored(context, row, signal);
  if (audiences === undefined) return null;
  const noticed = async <T>(deed: Promise<T>): Promise<T> => {
    try {
      return await deed;
    } catch (error) {
      if (error instanceof ProviderError && error.failure === "expired")
        await loseAccess(context, companyId, provider, error.message);
      throw error;
    }
  };
  return {
    most: audiences.most,
    isOpen: row.status === "Connected" || row.status === "Syncing",
    lists: () => noticed(audiences.lists()),
    findTag: (...what) => noticed(audiences.findTag(...what)),
    add: (...what) => noticed(audiences.add(...what)),
    remove: (...what) => noticed(audiences.remove(...what)),
    removeTag: (...what) => noticed(audiences.removeTag(...what)),
  };
}
