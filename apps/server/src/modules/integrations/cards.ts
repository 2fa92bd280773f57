import { integrationProviders } from "@forestay/contracts/vocabulary";
import { withTenant } from "#platform/db/transaction.ts";
import { openCollecting, unavailable, type CollectContext, type Unavailable } from "./collect.ts";
import type { CardLink, ChargedCard } from "./collecting.ts";
import { findIntegration } from "./integration-rows.ts";
import { ProviderError } from "./provider-error.ts";

/** A subscription by where it comes from. */
interface SubscriptionRef {
  source: string;
  subscriptionId: string;
}

/** Connected systems that charge cards by themselves. */
export async function cardSources(context: CollectContext, companyId: string): Promise<string[]> {
  const found: string[] = [];
  for (const source of integrationProviders) {
    const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, source));
    if (row && (await openCollecting(context, companyId, source)) !== null) found.push(source);
  }
  return found;
}

/** The cards of one system, page by page, for a job. Throws ProviderError where it does not answer, or may not be asked. */
export async function* readChargedCards(
  context: CollectContext,
  companyId: string,
  source: string,
  signal: AbortSignal,
): AsyncGenerator<ChargedCard[]> {
  const collecting = await openCollecting(context, companyId, source, signal);
  if (collecting === null) return;
  let place: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof collecting.readCards>> = await collecting.readCards(place);
    yield page.cards;
    place = page.next;
  } while (place !== null);
}

/** As it is at this moment: asked by a job before somebody is written to. Null: no card of it will be charged. */
export async function readChargedCard(
  context: CollectContext,
  companyId: string,
  { source, subscriptionId }: SubscriptionRef,
  signal: AbortSignal,
): Promise<ChargedCard | Unavailable | null> {
  const collecting = await openCollecting(context, companyId, source, signal);
  if (collecting === null)
    return { kind: "unavailable", retryAfterMs: null, message: "The system of the card is not connected." };
  try {
    return await collecting.readCard(subscriptionId);
  } catch (error) {
    if (error instanceof ProviderError) return unavailable(error);
    throw error;
  }
}

/** Where a customer puts another card in place; made now, and good for minutes. `signal`: of a job that only asks whether it can be. */
export async function createCardPage(
  context: CollectContext,
  companyId: string,
  { source, customerId, returnUrl }: { source: string; customerId: string; returnUrl: string },
  signal?: AbortSignal,
): Promise<CardLink> {
  const collecting = await openCollecting(context, companyId, source, signal);
  if (collecting === null) return { kind: "none", reason: "not_connected" };
  try {
    return await collecting.cardPage(customerId, returnUrl);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.failure === "expired" ? { kind: "none", reason: "expired" } : unavailable(error);
  }
}
