import { Stripe } from "stripe";
import type { StripePeer } from "../stripe/index.ts";

/** Stripe's own library, pointed at the stand-in; it tries nothing twice unless told. */
export function stripeClient(peer: StripePeer, key = peer.keys.secret, retries = 0): Stripe {
  const { hostname, port } = new URL(peer.url);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    maxNetworkRetries: retries,
    telemetry: false,
  });
}

/** What a promise was refused with, as Stripe's library throws it. */
export async function stripeRefusal(promise: Promise<unknown>): Promise<{
  type: string;
  status: number | undefined;
  code: string | undefined;
  decline: string | undefined;
}> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Stripe.errors.StripeError))
    throw new Error(`Not refused by Stripe: ${String(error)}`);
  return { type: error.type, status: error.statusCode, code: error.code, decline: error.decline_code };
}
