export { startStripe, type StripeOptions, type StripePeer } from "./start-stripe.ts";
export { stripeSignature } from "./webhook-delivery.ts";
