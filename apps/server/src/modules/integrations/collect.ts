import { integrationProviders } from "@forestay/contracts/vocabulary";
import { withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { CardInPlace, CardLink, Collecting, OpenBill, PayResult } from "./collecting.ts";
import { findIntegration } from "./integration-rows.ts";
import { openStored, type ProviderContext } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";

export type CollectContext = ProviderContext & Pick<ModuleContext, "db">;

/** A bill by where it comes from: the ledger's `source` and `source_id`. */
export interface BillRef {
  source: string;
  invoiceSourceId: string;
}

export type Unavailable = { kind: "unavailable"; retryAfterMs: number | null; message: string };
export const unavailable = ({ retryAfterMs, message }: ProviderError): Unavailable => ({
  kind: "unavailable",
  retryAfterMs,
  message,
});

/**
 * Tries once to collect a bill where it comes from, by the payment method that is in place there now or the one that is named.
 * `idempotencyKey` names
 * this try for good: asked again with it, nothing is tried twice and the first answer comes again (the caller keeps its own
 * row of each try, as keys are forgotten there after a day); `isAgain` says that it may be. Never throws for what a provider says.
 */
export async function payInvoice(
  context: CollectContext,
  companyId: string,
  {
    source,
    invoiceSourceId,
    idempotencyKey,
    paymentMethod = null,
    isAgain = false,
  }: BillRef & { idempotencyKey: string; paymentMethod?: string | null; isAgain?: boolean },
): Promise<PayResult> {
  const notTried = (reason: "held" | "not_connected" | "expired" | "not_permitted"): PayResult => ({
    outcome: "not_tried",
    reason,
    nextAttemptAt: null,
  });
  // A restored copy beside the original would take the money a second time.
  if (context.config.outgoingHold !== null) return notTried("held");
  const collecting = await openCollecting(context, companyId, source);
  if (collecting === null) return notTried("not_connected");
  try {
    return await collecting.pay(invoiceSourceId, idempotencyKey, { paymentMethod, isAgain });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === "expired") return notTried("expired");
    if (error.failure === "forbidden") return notTried("not_permitted");
    const { retryAfterMs, message } = error;
    return { outcome: "unavailable", retryAfterMs, message };
  }
}

/**
 * How a bill stands where it comes from, now. Null: it is not there. `unavailable`: it cannot be asked at the moment, and
 * nobody may be written to about it; without `retryAfterMs` and with a system that is not connected it stays so.
 */
export async function readOpenBill(
  context: CollectContext,
  companyId: string,
  { source, invoiceSourceId }: BillRef,
): Promise<OpenBill | Unavailable | null> {
  const collecting = await openCollecting(context, companyId, source);
  if (collecting === null)
    return {
      kind: "unavailable",
      retryAfterMs: null,
      message: "The system that the bill is of is not connected.",
    };
  try {
    return await collecting.readBill(invoiceSourceId);
  } catch (error) {
    if (error instanceof ProviderError) return unavailable(error);
    throw error;
  }
}

/** The card that the customer of a bill has in place now; null: there is none, or it cannot be asked at the moment. */
export async function readCardInPlace(
  context: CollectContext,
  companyId: string,
  { source, invoiceSourceId }: BillRef,
): Promise<CardInPlace | null> {
  const collecting = await openCollecting(context, companyId, source);
  try {
    return (await collecting?.cardInPlace(invoiceSourceId)) ?? null;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

/**
 * Where the customer of a bill puts another card in place, or pays it; made now, and good for minutes. `isTried`: with another
 * card in place it is tried from here. `isConfirmed`: its bank wants the customer to confirm it.
 */
export async function createCardLink(
  context: CollectContext,
  companyId: string,
  {
    source,
    invoiceSourceId,
    returnUrl,
    isTried,
    isConfirmed = false,
  }: BillRef & { returnUrl: string; isTried: boolean; isConfirmed?: boolean },
): Promise<CardLink> {
  const collecting = await openCollecting(context, companyId, source);
  if (collecting === null) return { kind: "none", reason: "not_connected" };
  try {
    return await collecting.cardLink(invoiceSourceId, returnUrl, { isTried, isConfirmed });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.failure === "expired" ? { kind: "none", reason: "expired" } : unavailable(error);
  }
}

/** Systems whose bills this company may collect by itself, and whether their credential allows it. */
export async function readCollecting(
  context: CollectContext,
  companyId: string,
): Promise<{ source: string; accountName: string; isSandbox: boolean; mayCollect: boolean | null }[]> {
  const found = [];
  for (const source of integrationProviders) {
    const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, source));
    const collecting = row && openStored(context, row).collecting;
    if (!row || !collecting) continue;
    // Null: it cannot be asked now.
    const mayCollect = await collecting.mayCollect().catch((error: unknown) => {
      if (error instanceof ProviderError) return null;
      throw error;
    });
    found.push({ source, accountName: row.account_name, isSandbox: row.is_sandbox, mayCollect });
  }
  return found;
}

/** Null: the system is not connected, or collects nothing. `signal`: of a job; without it a person waits for the answer. */
export async function openCollecting(
  context: CollectContext,
  companyId: string,
  source: string,
  signal?: AbortSignal,
): Promise<Collecting | null> {
  const provider = integrationProviders.find((one) => one === source);
  if (provider === undefined) return null;
  const row = await withTenant(context.db, companyId, (tx) => findIntegration(tx, companyId, provider));
  return row === undefined ? null : (openStored(context, row, signal).collecting ?? null);
}
