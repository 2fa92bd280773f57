import type { Invoice, Subscription } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { changeObject } from "./change-object.ts";
import { collect, finalizeInvoice } from "./collect.ts";
import { endSubscription } from "./end-subscription.ts";
import { periodEnd } from "./line-amounts.ts";
import { makeInvoice } from "./make-invoice.ts";

const DAY_S = 86_400;
const INCOMPLETE_S = 23 * 3600;

/** Something that falls due at a second. */
interface Due {
  at: number;
  happen(): void;
}

/** Lets everything happen that falls due for these subscriptions up to `until` (seconds), in order of time. */
export function runBilling(
  account: StripeAccount,
  subscriptions: readonly Subscription[],
  until: number,
): void {
  const living = subscriptions.map((subscription) => ({
    subscription,
    invoices: [...account.invoices.ofCustomer(subscription.customer, (one) => one.customer)].filter(
      (one) => one.parent?.subscription_details.subscription === subscription.id && isOpen(one),
    ),
  }));
  for (;;) {
    let next: Due | undefined;
    for (const one of living) {
      const due = nextDue(account, one.subscription, one.invoices);
      if (due && due.at <= until && (!next || due.at < next.at)) next = due;
    }
    if (!next) return;
    account.at(next.at, next.happen);
  }
}

const isOpen = (invoice: Invoice) => invoice.status === "draft" || invoice.status === "open";

function nextDue(account: StripeAccount, subscription: Subscription, invoices: Invoice[]): Due | undefined {
  const dues = [...subscriptionDues(account, subscription, invoices)];
  for (const invoice of invoices) dues.push(...invoiceDues(account, invoice));
  return dues.reduce<Due | undefined>((first, due) => (first && first.at <= due.at ? first : due), undefined);
}

function* subscriptionDues(
  account: StripeAccount,
  subscription: Subscription,
  invoices: Invoice[],
): Generator<Due> {
  const { status, cancel_at: cancelAt, pause_collection: pause } = subscription;
  if (subscription.ended_at !== null) return;
  if (status === "incomplete") {
    yield {
      at: subscription.created + INCOMPLETE_S,
      happen: () => endSubscription(account, subscription, null),
    };
    return;
  }
  if (status === "paused") return;
  const ends = Math.min(...subscription.items.data.map((item) => item.current_period_end));
  if (cancelAt !== null) {
    yield { at: cancelAt, happen: () => endSubscription(account, subscription, "cancellation_requested") };
  } else if (subscription.cancel_at_period_end) {
    yield { at: ends, happen: () => endSubscription(account, subscription, "cancellation_requested") };
    return;
  }
  if (pause?.resumes_at != null)
    yield {
      at: pause.resumes_at,
      happen: () =>
        changeObject(account, subscription, { pause_collection: null }, "customer.subscription.updated"),
    };
  if (status === "trialing" && !account.told.has(subscription.id) && subscription.trial_end !== null)
    yield { at: subscription.trial_end - 3 * DAY_S, happen: () => tellTrialEnd(account, subscription) };
  yield { at: ends, happen: () => void renew(account, subscription, invoices) };
}

function* invoiceDues(account: StripeAccount, invoice: Invoice): Generator<Due> {
  if (invoice.status === "draft" && invoice.automatically_finalizes_at !== null)
    yield {
      at: invoice.automatically_finalizes_at,
      happen: () => {
        finalizeInvoice(account, invoice);
        if (invoice.status === "open" && invoice.collection_method === "charge_automatically")
          collect(account, invoice, { schedule: true });
      },
    };
  if (invoice.status !== "open") return;
  if (invoice.attempted && invoice.next_payment_attempt !== null)
    yield {
      at: invoice.next_payment_attempt,
      happen: () => void collect(account, invoice, { schedule: true }),
    };
  if (invoice.due_date !== null && !account.told.has(invoice.id))
    yield { at: invoice.due_date, happen: () => tellOverdue(account, invoice) };
}

function tellTrialEnd(account: StripeAccount, subscription: Subscription): void {
  account.told.add(subscription.id);
  account.emit("customer.subscription.trial_will_end", subscription);
}

function tellOverdue(account: StripeAccount, invoice: Invoice): void {
  account.told.add(invoice.id);
  account.emit("invoice.overdue", invoice);
}

/** The next period begins; its bill is made unless collection is paused with bills voided. */
function renew(account: StripeAccount, subscription: Subscription, invoices: Invoice[]): void {
  const wasTrial = subscription.status === "trialing";
  const customer = account.customers.get(subscription.customer);
  const hasMethod =
    subscription.default_payment_method !== null || customer?.invoice_settings.default_payment_method != null;
  const items = subscription.items.data.map((item) =>
    item.current_period_end > account.now()
      ? item
      : {
          ...item,
          current_period_start: item.current_period_end,
          current_period_end: periodEnd(
            item.current_period_end,
            item.price,
            subscription.billing_cycle_anchor,
          ),
        },
  );
  const isPaused = wasTrial && !hasMethod && subscription.collection_method === "charge_automatically";
  if (isPaused) {
    changeObject(account, subscription, { status: "paused" }, "customer.subscription.updated");
    account.emit("customer.subscription.paused", subscription);
    return;
  }
  changeObject(
    account,
    subscription,
    { items: { ...subscription.items, data: items }, ...(wasTrial && { status: "active" as const }) },
    "customer.subscription.updated",
  );
  const behavior = subscription.pause_collection?.behavior;
  const invoice = makeInvoice(account, subscription, "subscription_cycle");
  if (behavior === "keep_as_draft") invoice.automatically_finalizes_at = null;
  else if (behavior !== undefined) {
    invoice.status = behavior === "void" ? "void" : "uncollectible";
    invoice.automatically_finalizes_at = null;
    invoice.next_payment_attempt = null;
    return;
  } else if (subscription.status === "unpaid") invoice.automatically_finalizes_at = null;
  invoices.push(invoice);
}
