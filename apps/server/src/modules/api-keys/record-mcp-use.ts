import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { USED_GRANULARITY_MS } from "./find-api-key.ts";

/** Keeps, to the minute, that a key came by MCP. */
export async function recordMcpUse(db: Database, companyId: string, keyId: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - USED_GRANULARITY_MS);
  await withTenant(db, companyId, (tx) =>
    tx
      .updateTable("api_keys")
      .set({ last_mcp_use_at: now })
      .where("company_id", "=", companyId)
      .where("id", "=", keyId)
      .where((eb) => eb.or([eb("last_mcp_use_at", "is", null), eb("last_mcp_use_at", "<=", minuteAgo)]))
      .execute(),
  );
}
