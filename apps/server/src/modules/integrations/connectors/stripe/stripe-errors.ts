import { Stripe } from "stripe";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { ProviderError } from "../../provider-error.ts";

/** What was asked for is not there. */
export class Gone extends Error {
  override name = "Gone";
}

export const nullWhereGone = (error: unknown): null => {
  if (error instanceof Gone) return null;
  throw error;
};

export async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toProviderError(error);
  }
}

/** As `answered`, of a call that opens payment methods: its refusal says what it takes. */
export async function answeredOfCards<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await answered(call);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "forbidden")
      throw new ProviderError(
        "forbidden",
        "The key may not read cards. Give it Read on PaymentMethods, beside Customers and Subscriptions, in Stripe.",
      );
    throw error;
  }
}

/** What went wrong, in words without a secret: Stripe's own messages may quote a part of the key. */
export function toProviderError(error: unknown): ProviderError | Gone {
  if (error instanceof ProviderError || error instanceof Gone) return error;
  // What a call's access met beneath the SDK.
  if (error instanceof Stripe.errors.StripeConnectionError && error.detail instanceof ProviderError)
    return error.detail;
  const {
    StripeAuthenticationError,
    StripePermissionError,
    StripeRateLimitError,
    StripeInvalidRequestError,
  } = Stripe.errors;
  if (error instanceof StripeAuthenticationError) return expired();
  if (error instanceof StripePermissionError)
    return new ProviderError(
      "forbidden",
      "The key may not read all that is needed. Give it Read on Customers, Subscriptions, Invoices, Charges, Disputes, PaymentMethods, Products, Prices and Events in Stripe.",
    );
  if (error instanceof StripeRateLimitError)
    return new ProviderError("passing", "Stripe asks us to slow down.", retryAfterOf(error));
  if (error instanceof StripeInvalidRequestError) {
    // A list goes on from its last record, which was deleted meanwhile.
    if (error.code === "resource_missing" && error.param === "starting_after")
      return new ProviderError("place_gone", "Stripe deleted the record that the list goes on from.");
    if (error.statusCode === 404 || error.code === "resource_missing") return new Gone();
    return new ProviderError("wrong", `Stripe refused a call (${error.code ?? error.type}).`);
  }
  if (error instanceof OutboundError || error instanceof Stripe.errors.StripeError)
    return new ProviderError("passing", "Stripe does not answer.", retryAfterOf(error));
  throw error;
}

const expired = () =>
  new ProviderError("expired", "Stripe no longer accepts the key. Paste a new one to go on.");

/** A refusal that does not say why, as one who stands between us and Stripe may answer. */
export function refusedWithoutWords({ status, retryAfterMs }: OutboundAnswer): ProviderError {
  if (status === 401) return expired();
  if (status >= 500) return new ProviderError("passing", "Stripe does not answer.", retryAfterMs);
  if (status === 408 || status === 429)
    return new ProviderError("passing", "Stripe asks us to slow down.", retryAfterMs);
  return new ProviderError("wrong", `Stripe refused a call (${status}).`);
}

function retryAfterOf(error: Error): number | null {
  const said = error instanceof Stripe.errors.StripeError ? error.headers?.["retry-after"] : undefined;
  return said === undefined ? null : Number(said) * 1000;
}
