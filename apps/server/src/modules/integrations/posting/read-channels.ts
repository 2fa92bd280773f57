import type { PostChannel } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockIntegration } from "../integration-rows.ts";
import { ProviderError } from "../provider-error.ts";
import { openStored, type ProviderContext } from "../providers.ts";

/** Of a workspace with more of them a person is told that the list ends there. */
const MOST_PAGES = 5;

/** The channels of a company's chat, by name. Throws ProviderError where it does not answer. */
export async function readChannels(
  context: ProviderContext & Pick<ModuleContext, "db">,
  companyId: string,
  provider: IntegrationProvider,
): Promise<{ items: PostChannel[]; hasMore: boolean }> {
  const row = await withTenant(context.db, companyId, (tx) => lockIntegration(tx, companyId, provider));
  const { posting } = openStored(context, row);
  if (posting === undefined) throw new AppError("invalid_state", { message: "It has no channels." });
  const items: PostChannel[] = [];
  let place: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { channels, next }: Awaited<ReturnType<typeof posting.listChannels>> =
      await posting.listChannels(place);
    items.push(...channels);
    place = next;
    if (place === null) break;
  }
  items.sort((a, b) => a.name.localeCompare(b.name, "en"));
  return { items, hasMore: place !== null };
}

/** What a person is told who waits for it. */
export function providerNotAsked(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  throw new AppError(error.failure === "passing" ? "provider_unavailable" : "invalid_state", {
    message: error.message,
  });
}
