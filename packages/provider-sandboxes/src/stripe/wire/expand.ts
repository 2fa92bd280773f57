import { invalid } from "../stripe-errors.ts";
import { paymentIdOf } from "../billing/collect.ts";
import type { Customer, Invoice, List, Price } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";

type Value = Record<string, unknown>;

/** Paths go no deeper: `data.items.data.price` is as far as a list gets. */
const MAX_LEVELS = 4;

/** A copy of what goes out with the asked paths opened; refuses one that is no link (400). */
export function expanded<T extends object>(account: StripeAccount, object: T, paths: readonly string[]): T {
  if (paths.length === 0 && isPlain(object)) return object;
  const copy = outgoing(object) as Value;
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > MAX_LEVELS)
      throw invalid(
        `You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`,
        "expand",
      );
    open(account, copy, steps, path);
  }
  return copy as T;
}

/** Kinds that hold no price go out as they are: a copy would be a third of the work of a page. */
const plainKinds = new Set<unknown>(["charge", "customer", "invoice", "payment_intent"]);

function isPlain(value: object): boolean {
  const { object, data } = value as { object?: unknown; data?: Value[] };
  return plainKinds.has(object === "list" ? data?.[0]?.["object"] : object);
}

/** What is sent without being asked for: tiers of a price are not. */
function outgoing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outgoing);
  if (value === null || typeof value !== "object") return value;
  const copy: Value = {};
  const isPrice = (value as Value)["object"] === "price";
  for (const [name, inner] of Object.entries(value)) {
    if (!(isPrice && name === "tiers")) copy[name] = outgoing(inner);
  }
  return copy;
}

function open(account: StripeAccount, value: Value, [step = "", ...rest]: string[], path: string): void {
  value[step] = opened(account, value, step, path);
  const next = value[step];
  if (rest.length === 0) return;
  for (const one of Array.isArray(next) ? next : [next]) {
    if (one !== null && typeof one === "object") open(account, one as Value, rest, path);
  }
}

function opened(account: StripeAccount, value: Value, step: string, path: string): unknown {
  const included = value[step] === undefined ? includedOf(account, value, step) : undefined;
  if (included !== undefined) return included;
  // A price without tiers has none to show.
  if (value["object"] === "price" && step === "tiers") return undefined;
  // A price without tiers may be asked for them all the same.
  if (value["object"] === "price" && step === "tiers") return undefined;
  if (!(step in value)) throw invalid(`This property cannot be expanded (${path}).`, "expand");
  const now = value[step];
  if (typeof now === "string") return linked(account, step, now) ?? refuse(path);
  if (Array.isArray(now) && now.every((one) => typeof one === "string"))
    return now.map((one) => linked(account, step, one) ?? refuse(path));
  return now;
}

function refuse(path: string): never {
  throw invalid(`This property cannot be expanded (${path}).`, "expand");
}

/** The object that a field names. */
function linked(account: StripeAccount, step: string, id: string): unknown {
  const found =
    step === "customer"
      ? (account.customers.get(id) ?? account.deletedCustomers.get(id))
      : step === "subscription"
        ? account.subscriptions.get(id)
        : step === "invoice" || step === "latest_invoice"
          ? account.invoices.get(id)
          : step === "product"
            ? account.products.get(id)
            : step === "price" || step === "default_price"
              ? account.prices.get(id)
              : step === "coupon"
                ? account.coupons.get(id)
                : step === "discounts" || step === "discount"
                  ? account.discounts.get(id)
                  : step === "payment_intent"
                    ? account.paymentIntents.get(id)
                    : step === "charge" || step === "latest_charge"
                      ? account.charges.get(id)
                      : step === "default_payment_method" || step === "payment_method"
                        ? account.paymentMethods.get(id)
                        : step === "test_clock"
                          ? account.testClocks.get(id)
                          : undefined;
  return found && outgoing(found);
}

/** Parts that an object has and does not send unless asked. */
function includedOf(account: StripeAccount, value: Value, step: string): unknown {
  const id = String(value["id"]);
  if (value["object"] === "invoice" && step === "payments") {
    const payment = account.invoicePayments.get(paymentIdOf(value as unknown as Invoice));
    return listOf(payment ? [payment] : [], `/v1/invoice_payments?invoice=${id}`);
  }
  if (value["object"] === "price" && step === "tiers")
    return account.prices.get((value as unknown as Price).id)?.tiers;
  if (value["object"] === "customer" && step === "subscriptions") {
    const { id: customerId } = value as unknown as Customer;
    const subscriptions = [...account.subscriptions.ofCustomer(customerId, (one) => one.customer)].filter(
      (one) => one.status !== "canceled",
    );
    return listOf(subscriptions.reverse(), `/v1/customers/${id}/subscriptions`);
  }
  if (value["object"] === "charge" && step === "refunds")
    return listOf(
      [...account.refunds.all()].filter((one) => one.charge === id),
      `/v1/charges/${id}/refunds`,
    );
  return undefined;
}

function listOf<T>(data: T[], url: string): List<T> {
  return { object: "list", data: outgoing(data) as T[], has_more: false, url };
}
