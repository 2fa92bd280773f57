import { companies, type Company } from "../../companies/index.ts";
import { drawsFrom, type Draws } from "../../kit/index.ts";
import { changeObject } from "../billing/change-object.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { creditNote, dispute, refund } from "../billing/give-back.ts";
import { monthsLater } from "../billing/line-amounts.ts";
import { runBilling } from "../billing/run-billing.ts";
import { changeItem } from "../billing/change-items.ts";
import { subscribe, type NewSubscription } from "../billing/subscribe.ts";
import type { Customer, Price, Subscription } from "../objects.ts";
import { attachCard, newCustomer } from "../routes/customers.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { sampleCatalogue, type Plan, type SampleCatalogue } from "./sample-catalogue.ts";

const DAY_S = 86_400;
const THIRTY_DAYS_S = 30 * DAY_S;

/** One customer's life in the making. */
interface Life {
  account: StripeAccount;
  company: Company;
  customer: Customer;
  catalogue: SampleCatalogue;
  draws: Draws;
  /** How often the stories were gone through before. */
  round: number;
  /** When this customer came, in seconds. */
  from: number;
  /** The present day, midnight. */
  today: number;
}

type Story = (life: Life) => void;

/**
 * Fills an account with a past that its own billing made: who came when, who paid, who did not, who left. What belongs to a
 * state that lasts days (failing cards, trials) is told back from today, all else from the first of the month.
 */
export function sampleCustomers(account: StripeAccount, count = 300): void {
  const today = Math.floor(account.clock.seconds() / DAY_S) * DAY_S;
  const month = new Date(today * 1000);
  const firstOfMonth = Math.floor(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1) / 1000);
  account.eventsFrom = account.clock.seconds() - THIRTY_DAYS_S;
  account.load(() => {
    const catalogue = account.at(firstOfMonth - 900 * DAY_S, () => sampleCatalogue(account));
    for (const [place, company] of companies(count).entries()) {
      const draws = drawsFrom(1000 + place);
      account.draws = draws;
      const story = stories[place % stories.length] ?? staying;
      const isRecent = recent.has(story);
      const from = (isRecent ? today : firstOfMonth) - draws.whole(20, 780) * DAY_S;
      const customer = account.at(from, () => customerOf(account, company, draws));
      const round = Math.floor(place / stories.length);
      story({ account, company, customer, catalogue, draws, round, from, today });
      const subscriptions = [...account.subscriptions.ofCustomer(customer.id, (one) => one.customer)];
      runBilling(account, subscriptions, account.clock.seconds());
    }
  });
  account.eventsFrom = Number.NEGATIVE_INFINITY;
}

function customerOf(account: StripeAccount, company: Company, draws: Draws): Customer {
  const [person] = company.people;
  const byRole = draws.chance(0.12);
  return newCustomer(account, {
    name: company.name,
    email: byRole ? `billing@${company.domain}` : (person?.email ?? null),
    address: {
      city: null,
      country: company.country,
      line1: null,
      line2: null,
      postal_code: null,
      state: null,
    },
    metadata: { employees: String(company.employees) },
  });
}

/** Starts a subscription with a card that is accepted, at `at`. */
function start(life: Life, at: number, price: Price, more: Partial<NewSubscription> = {}): Subscription {
  const { account, customer } = life;
  return account.at(at, () => {
    giveCard(life, "pm_card_visa");
    const items = [{ price: price.id, ...(price.recurring?.usage_type !== "metered" && { quantity: 1 }) }];
    return subscribe(account, { customer: customer.id, items, ...more });
  });
}

function giveCard({ account, customer }: Life, name: string): void {
  const method = attachCard(account, name, customer);
  customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id };
}

/** Lets time pass for this customer until `until` and no further than now. */
function live({ account }: Life, subscription: Subscription, until: number): void {
  runBilling(account, [subscription], Math.min(until, account.clock.seconds()));
}

function priceOf({ catalogue, company, draws }: Life): Price {
  const plan = draws.pick<Plan>(["Starter", "Starter", "Team", "Team", "Business"]);
  return draws.chance(0.2)
    ? catalogue.yearly(plan, company.currency)
    : catalogue.monthly(plan, company.currency);
}

const staying: Story = (life) => {
  const { draws, company } = life;
  const coupons =
    company.currency === "usd" ? ["SPRING20", "PARTNER10", "HELLO50", "LOYAL15"] : ["SPRING20", "PARTNER10"];
  start(life, life.from, priceOf(life), draws.chance(0.15) ? { coupon: draws.pick(coupons) } : {});
};

const leaving: Story = (life) => {
  const { account, draws } = life;
  const subscription = start(life, life.from, priceOf(life));
  const left = life.from + draws.whole(15, 500) * DAY_S;
  live(life, subscription, left);
  if (left > account.clock.seconds() || subscription.ended_at !== null) return;
  account.at(left, () => {
    subscription.cancellation_details.feedback = draws.pick([
      "too_expensive",
      "unused",
      "missing_features",
      "switched_service",
    ]);
    endSubscription(account, subscription, "cancellation_requested");
  });
};

const leavingSoon: Story = (life) => {
  const subscription = start(life, life.from, priceOf(life));
  live(life, subscription, life.today - DAY_S);
  if (subscription.ended_at !== null) return;
  life.account.at(life.today - DAY_S, () =>
    changeObject(
      life.account,
      subscription,
      { cancel_at_period_end: true, canceled_at: life.account.now() },
      "customer.subscription.updated",
    ),
  );
};

const upgraded: Story = (life) => {
  const { account, catalogue, company } = life;
  const subscription = start(life, life.from, catalogue.monthly("Starter", company.currency));
  const changed = life.from + 40 * DAY_S;
  if (changed > account.clock.seconds()) return;
  live(life, subscription, changed);
  account.at(changed, () =>
    changeItem(account, subscription, { price: catalogue.monthly("Team", company.currency).id }),
  );
};

/** The card fails at the bill of `daysAgo` days ago. */
const failing =
  (daysAgo: number, card: string): Story =>
  (life) => {
    const { account, catalogue, company, draws } = life;
    const fails = life.today - daysAgo * DAY_S;
    const subscription = start(
      life,
      monthsBefore(fails, draws.whole(2, 12)),
      catalogue.monthly(draws.pick(["Starter", "Team"]), company.currency),
    );
    live(life, subscription, fails - DAY_S);
    account.at(fails - DAY_S, () => giveCard(life, card));
  };

/** So many months before, or some more where that month is too short: who began on another day of the month has other bills. */
function monthsBefore(at: number, months: number): number {
  const on = (one: number) => new Date(one * 1000).getUTCDate();
  const from = monthsLater(at, -months);
  return on(from) === on(at) ? from : monthsBefore(at, months + 1);
}

const unpaid: Story = (life) => {
  const before = life.account.settings;
  life.account.settings = { ...before, afterRetries: "unpaid" };
  failing(22, "pm_card_visa_chargeDeclined")(life);
  const subscriptions = [...life.account.subscriptions.ofCustomer(life.customer.id, (one) => one.customer)];
  runBilling(life.account, subscriptions, life.account.clock.seconds());
  life.account.settings = before;
};

const trying: Story = (life) => {
  const at = life.today - life.draws.whole(1, 9) * DAY_S;
  start(life, at, life.catalogue.monthly("Team", life.company.currency), { trialDays: 14 });
};

const neverBegan =
  (hoursAgo: number): Story =>
  (life) => {
    const { account, catalogue, company, customer } = life;
    account.at(account.clock.seconds() - hoursAgo * 3600, () => {
      giveCard(life, "pm_card_chargeDeclinedExpiredCard");
      subscribe(account, {
        customer: customer.id,
        items: [{ price: catalogue.monthly("Starter", company.currency).id }],
      });
    });
  };

const pausedTrial: Story = (life) => {
  const { account, catalogue, company, customer } = life;
  account.at(life.today - 25 * DAY_S, () =>
    subscribe(account, {
      customer: customer.id,
      items: [{ price: catalogue.monthly("Starter", company.currency).id }],
      trialDays: 14,
    }),
  );
};

const collectionPaused: Story = (life) => {
  const subscription = start(life, life.from, life.catalogue.monthly("Team", life.company.currency));
  live(life, subscription, life.today - 40 * DAY_S);
  life.account.at(Math.max(life.today - 40 * DAY_S, life.from + DAY_S), () =>
    changeObject(
      life.account,
      subscription,
      { pause_collection: { behavior: "void", resumes_at: null } },
      "customer.subscription.updated",
    ),
  );
};

/** Bills are sent; the latest ones stay open, the oldest of those past their day. */
const bySending: Story = (life) => {
  const { account, catalogue, company, customer } = life;
  const subscription = start(life, life.from, catalogue.monthly("Business", company.currency), {
    collectionMethod: "send_invoice",
    daysUntilDue: 20,
  });
  live(life, subscription, life.today);
  const bills = [...account.invoices.ofCustomer(customer.id, (one) => one.customer)];
  for (const bill of bills.slice(0, -2)) {
    if (bill.status !== "open") continue;
    bill.status = "paid";
    bill.amount_paid = bill.amount_due;
    bill.amount_remaining = 0;
    bill.status_transitions = { ...bill.status_transitions, paid_at: bill.created + 12 * DAY_S };
  }
};

const metered: Story = (life) => {
  const subscription = start(life, life.from, life.catalogue.metered);
  const [item] = subscription.items.data;
  if (!item) return;
  for (let at = life.from; at < life.today; at += 28 * DAY_S) {
    life.account.usage.set(item.id, life.draws.whole(2000, 60_000));
    live(life, subscription, at);
  }
};

const tiered: Story = (life) => {
  const { account, catalogue, customer } = life;
  account.at(life.from, () => {
    giveCard(life, "pm_card_mastercard");
    subscribe(account, {
      customer: customer.id,
      items: [{ price: catalogue.tiered.id, quantity: life.draws.whole(3, 40) }],
    });
  });
};

const givenBack: Story = (life) => {
  const { account, customer, round } = life;
  const subscription = start(life, life.from, life.catalogue.monthly("Team", life.company.currency));
  live(life, subscription, life.today - 2 * DAY_S);
  const charges = [...account.charges.ofCustomer(customer.id, (one) => one.customer)].filter(
    (one) => one.paid,
  );
  const bill = [...account.invoices.ofCustomer(customer.id, (one) => one.customer)].find(
    (one) => one.status === "paid",
  );
  const charge = charges.at(-1);
  if (!charge) return;
  account.at(Math.max(life.today - 2 * DAY_S, charge.created), () => {
    const kind = (["refund", "dispute", "credit", "part"] as const)[round % 4];
    if (kind === "dispute") dispute(account, charge);
    else if (kind === "credit" && bill) creditNote(account, bill, Math.round(bill.total / 4));
    else refund(account, charge, kind === "part" ? Math.round(charge.amount / 3) : undefined);
  });
};

const twice: Story = (life) => {
  start(life, life.from, life.catalogue.monthly("Team", "usd"));
  start(life, life.from + 5 * DAY_S, life.catalogue.weekly);
};

const quarterly: Story = (life) => void start(life, life.from, life.catalogue.quarterly);
const onlyRegistered: Story = () => undefined;

/** In this order again and again: of 50 customers 22 simply stay. */
const stories: Story[] = [
  staying,
  staying,
  leaving,
  staying,
  upgraded,
  staying,
  leaving,
  failing(1, "pm_card_visa_chargeDeclinedInsufficientFunds"),
  staying,
  tiered,
  staying,
  leaving,
  staying,
  bySending,
  staying,
  leaving,
  trying,
  staying,
  leavingSoon,
  staying,
  staying,
  givenBack,
  leaving,
  staying,
  metered,
  staying,
  leaving,
  failing(6, "pm_card_chargeDeclinedExpiredCard"),
  staying,
  unpaid,
  staying,
  leaving,
  upgraded,
  trying,
  staying,
  pausedTrial,
  staying,
  twice,
  leaving,
  collectionPaused,
  staying,
  neverBegan(5),
  staying,
  leaving,
  neverBegan(80),
  onlyRegistered,
  staying,
  failing(2, "pm_card_authenticationRequired"),
  quarterly,
  failing(40, "pm_card_visa_chargeDeclinedLostCard"),
];

/** Those whose state lasts days. */
const recent = new Set<Story>([trying, unpaid, pausedTrial, collectionPaused]);
