import type { PeerRequest } from "../../kit/index.ts";
import type { OAuthServer } from "../../oauth/index.ts";
import { stripeError } from "../stripe-errors.ts";

/** What a restricted key or an app may do: `read` of a kind of object, or `write`, which holds reading. */
export type Permission = `${PermissionKind}_${"read" | "write"}`;

type PermissionKind =
  | "customer"
  | "subscription"
  | "invoice"
  | "charge"
  | "payment_method"
  | "product"
  | "plan"
  | "coupon"
  | "credit_note"
  | "dispute"
  | "event"
  | "webhook"
  | "customer_portal"
  | "connected_account";

/** A key that the account gave out. */
export interface StripeKey {
  key: string;
  /** Undefined: a secret key, which may do everything. */
  permissions?: Permission[];
}

/** Who calls. */
export interface Caller {
  kind: "secret" | "restricted" | "app" | "platform";
  key: string;
  permissions: ReadonlySet<string> | undefined;
}

const kinds: [pattern: RegExp, kind: PermissionKind][] = [
  [/^\/v1\/(customers\/[^/]+\/)?payment_methods/, "payment_method"],
  [/^\/v1\/customers/, "customer"],
  [/^\/v1\/(subscriptions|subscription_items)/, "subscription"],
  [/^\/v1\/(invoices|invoice_payments)/, "invoice"],
  [/^\/v1\/(charges|refunds|payment_intents)/, "charge"],
  [/^\/v1\/products/, "product"],
  [/^\/v1\/prices/, "plan"],
  [/^\/v1\/coupons/, "coupon"],
  [/^\/v1\/credit_notes/, "credit_note"],
  [/^\/v1\/disputes/, "dispute"],
  [/^\/v1\/events/, "event"],
  [/^\/v1\/webhook_endpoints/, "webhook"],
  [/^\/v1\/billing_portal/, "customer_portal"],
];

/** Who calls with this key or token; 401 where nobody does. */
export function callerOf(
  request: PeerRequest,
  keys: readonly StripeKey[],
  platformKey: string,
  oauth: OAuthServer,
): Caller {
  const header = request.headers["authorization"] ?? "";
  const basic = /^Basic (.+)$/i.exec(header)?.[1];
  const key =
    /^Bearer (.+)$/i.exec(header)?.[1] ??
    (basic ? Buffer.from(basic, "base64").toString("utf8").split(":")[0] : undefined);
  if (!key)
    throw stripeError(
      401,
      "invalid_request_error",
      "You did not provide an API key. Send it as a Bearer token.",
    );
  const own = keys.find((one) => one.key === key);
  if (own)
    return {
      kind: own.permissions ? "restricted" : "secret",
      key,
      permissions: own.permissions && new Set(own.permissions),
    };
  if (key === platformKey) return { kind: "platform", key, permissions: undefined };
  const check = oauth.check(key);
  if ("grant" in check) return { kind: "app", key, permissions: new Set(check.grant.scopes) };
  const masked = `${key.slice(0, 8)}*********${key.slice(-4)}`;
  if (check.refused === "unknown")
    throw stripeError(401, "invalid_request_error", `Invalid API Key provided: ${masked}`);
  throw stripeError(401, "invalid_request_error", `Expired API Key provided: ${masked}`, {
    code: "api_key_expired",
  });
}

/** 403 where the key lacks what the call needs. */
export function checkPermission(request: PeerRequest, caller: Caller, accountId: string): void {
  if (!caller.permissions) return;
  const kind = kinds.find(([pattern]) => pattern.test(request.path))?.[1];
  if (!kind) return;
  const needed = `${kind}_${request.method === "GET" ? "read" : "write"}`;
  if (caller.permissions.has(needed) || caller.permissions.has(`${kind}_write`)) return;
  const masked = `${caller.key.slice(0, 8)}*********${caller.key.slice(-4)}`;
  throw stripeError(
    403,
    "invalid_request_error",
    `The provided key '${masked}' does not have the required permissions for this endpoint on account '${accountId}'. ` +
      `Having the 'rak_${needed}' permission would allow this request to continue.`,
  );
}
