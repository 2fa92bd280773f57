import { AnswerError, type Form, type Routes } from "../../kit/index.ts";
import { changeObject } from "../billing/change-object.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { changeItem } from "../billing/change-items.ts";
import { discountSubscription, subscribe } from "../billing/subscribe.ts";
import { invalid } from "../stripe-errors.ts";
import type { Subscription } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, fieldsOf, flagOf, metadataOf, neededText, textOf, wholeOf } from "../wire/parameters.ts";

const endedStatuses = ["canceled", "incomplete_expired"];

/** `/v1/subscriptions` and `/v1/subscription_items`. */
export function subscriptionRoutes(account: StripeAccount): Routes {
  return {
    "GET /v1/subscriptions": (request) => {
      const status = textOf(request.form, "status");
      const customer = textOf(request.form, "customer");
      const price = textOf(request.form, "price");
      const clock = textOf(request.form, "test_clock");
      return listPage(account, request, account.subscriptions, {
        kind: "subscription",
        filters: ["status", "customer", "price", "collection_method", "test_clock"],
        ...(customer !== undefined && {
          ofCustomer: { id: customer, customerOf: (one: Subscription) => one.customer },
        }),
        matches: (one) =>
          isAsked(one, status) &&
          (price === undefined || one.items.data.some((item) => item.price.id === price)) &&
          (customer !== undefined || one.test_clock === (clock ?? null)),
      });
    },
    "GET /v1/subscriptions/:id": (request) => oneOf(account, request, account.subscriptions, "subscription"),
    "POST /v1/subscriptions": (request) => {
      const { form } = request;
      allowOnly(form, [
        "customer",
        "items",
        "trial_period_days",
        "discounts",
        "default_payment_method",
        "collection_method",
        "days_until_due",
        "metadata",
        "payment_behavior",
        "automatic_tax",
      ]);
      const automaticTax = flagOf(fieldsOf(form["automatic_tax"], "automatic_tax") ?? {}, "enabled");
      const customer = found(account.customers, neededText(form, "customer"), "customer", "customer");
      const [discount] = Array.isArray(form["discounts"]) ? form["discounts"] : [];
      const coupon =
        discount === undefined ? undefined : textOf(fieldsOf(discount, "discounts") ?? {}, "coupon");
      if (coupon !== undefined) found(account.coupons, coupon, "coupon", "discounts[0][coupon]");
      const method = textOf(form, "default_payment_method");
      if (method !== undefined)
        found(account.paymentMethods, method, "PaymentMethod", "default_payment_method");
      const days = wholeOf(form, "trial_period_days");
      const untilDue = wholeOf(form, "days_until_due");
      const bySending = textOf(form, "collection_method") === "send_invoice";
      const work = () =>
        subscribe(account, {
          customer: customer.id,
          items: itemsOf(account, form),
          metadata: metadataOf(form),
          ...(days !== undefined && { trialDays: days }),
          ...(coupon !== undefined && { coupon }),
          ...(method !== undefined && { defaultPaymentMethod: method }),
          ...(bySending && { collectionMethod: "send_invoice" as const }),
          ...(automaticTax !== undefined && { automaticTax }),
          ...(untilDue !== undefined && { daysUntilDue: untilDue }),
        });
      const clock = customer.test_clock === null ? undefined : account.testClocks.get(customer.test_clock);
      return shown(account, request, clock ? account.at(clock.frozen_time, work) : work());
    },
    "POST /v1/subscriptions/:id": (request) => {
      const { form } = request;
      allowOnly(form, [
        "items",
        "cancel_at_period_end",
        "cancel_at",
        "pause_collection",
        "default_payment_method",
        "discounts",
        "metadata",
        "proration_behavior",
        "cancellation_details",
      ]);
      const subscription = found(account.subscriptions, request.params["id"] ?? "", "subscription");
      if (endedStatuses.includes(String(subscription.status)))
        throw invalid("A canceled subscription can only update its cancellation_details and metadata.", "id");
      update(account, subscription, form);
      return shown(account, request, subscription);
    },
    "DELETE /v1/subscriptions/:id": (request) => {
      const subscription = found(account.subscriptions, request.params["id"] ?? "", "subscription");
      if (endedStatuses.includes(String(subscription.status)))
        throw new AnswerError({
          status: 404,
          body: {
            error: {
              type: "invalid_request_error",
              code: "resource_missing",
              message: `No such subscription: '${subscription.id}'`,
              param: "id",
            },
          },
        });
      endSubscription(account, subscription, "cancellation_requested");
      return shown(account, request, subscription);
    },
    "GET /v1/subscription_items": (request) => {
      const subscription = found(
        account.subscriptions,
        neededText(request.form, "subscription"),
        "subscription",
        "subscription",
      );
      return shown(account, request, { ...subscription.items, url: "/v1/subscription_items" });
    },
  };
}

/** Without a status, all that are not canceled; `ended` is canceled or never begun. */
function isAsked({ status }: Subscription, asked: string | undefined): boolean {
  if (asked === "all") return true;
  if (asked === undefined) return status !== "canceled";
  return asked === "ended" ? endedStatuses.includes(String(status)) : status === asked;
}

function itemsOf(account: StripeAccount, form: Form): { price: string; quantity?: number }[] {
  const given = form["items"];
  if (!Array.isArray(given) || given.length === 0)
    throw invalid("Missing required param: items.", "items", "parameter_missing");
  return given.map((one, at) => {
    const item = fieldsOf(one, "items") ?? {};
    const price = found(account.prices, neededText(item, "price"), "price", `items[${at}][price]`).id;
    const quantity = wholeOf(item, "quantity");
    return { price, ...(quantity !== undefined && { quantity }) };
  });
}

function update(account: StripeAccount, subscription: Subscription, form: Form): void {
  const changes: Partial<Subscription> = { metadata: metadataOf(form, subscription.metadata) };
  const atEnd = flagOf(form, "cancel_at_period_end");
  if (atEnd !== undefined) {
    changes.cancel_at_period_end = atEnd;
    changes.canceled_at = atEnd ? account.now() : null;
  }
  const cancelAt = form["cancel_at"] === "" ? null : wholeOf(form, "cancel_at");
  if (cancelAt !== undefined) changes.cancel_at = cancelAt;
  const method = textOf(form, "default_payment_method");
  if (method !== undefined)
    changes.default_payment_method = found(
      account.paymentMethods,
      method,
      "PaymentMethod",
      "default_payment_method",
    ).id;
  if (form["pause_collection"] !== undefined) {
    const pause = fieldsOf(form["pause_collection"], "pause_collection");
    changes.pause_collection = pause
      ? { behavior: neededText(pause, "behavior"), resumes_at: wholeOf(pause, "resumes_at") ?? null }
      : null;
  }
  changeObject(account, subscription, changes, "customer.subscription.updated");
  const [discount] = Array.isArray(form["discounts"]) ? form["discounts"] : [];
  if (discount !== undefined) {
    const coupon = neededText(fieldsOf(discount, "discounts") ?? {}, "coupon");
    discountSubscription(account, subscription, found(account.coupons, coupon, "coupon", "discounts").id);
  }
  const [item] = Array.isArray(form["items"]) ? form["items"] : [];
  if (item !== undefined) {
    const fields = fieldsOf(item, "items") ?? {};
    const [price, quantity] = [textOf(fields, "price"), wholeOf(fields, "quantity")];
    if (price !== undefined) found(account.prices, price, "price", "items[0][price]");
    changeItem(account, subscription, {
      ...(price !== undefined && { price }),
      ...(quantity !== undefined && { quantity }),
    });
  }
}
