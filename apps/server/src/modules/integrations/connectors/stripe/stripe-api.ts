import type { Stripe } from "stripe";
import type { Account, ApiOptions, Change, Page, ProviderApi, SourceRecord } from "../../connector.ts";
import { linesOf } from "../../mapping/mapped-fields.ts";
import { createCatalogue, type Catalogue } from "./catalogue.ts";
import { changeOf, followedTypes } from "./changes.ts";
import { stripeCollecting } from "./collecting.ts";
import { customerFields, stripeFields, type SaidOfCustomer } from "./fields.ts";
import { mapCharge, type DisputeOf } from "./map-charge.ts";
import { mapCustomer } from "./map-customer.ts";
import { mapInvoice } from "./map-invoice.ts";
import { isKnownByBills, mapSubscription } from "./map-subscription.ts";
import { idOf } from "./moments.ts";
import { subscriptionBills } from "./subscription-bills.ts";
import { clientOf, isTestKey } from "./stripe-client.ts";
import { answered, Gone, nullWhereGone, toProviderError } from "./stripe-errors.ts";

const PAGE = 100;

/** A way into one account of Stripe's: the SDK for its shapes and paging, our one way out beneath it. */
export function openStripe(options: ApiOptions): ProviderApi {
  const stripe = clientOf(options);
  const lines = linesOf("customers", options.fieldMap, customerFields);
  const customerOf = (customer: SaidOfCustomer) => mapCustomer(customer, lines);
  let known: Promise<Catalogue> | null = null;
  const catalogue = () => (known ??= readCatalogue(stripe));

  const objects: Record<string, ObjectCalls> = {
    customers: {
      page: async (place) => pageOf(await stripe.customers.list(paged(place)), customerOf),
      one: async (id) => {
        const customer = await stripe.customers.retrieve(id);
        return customer.deleted ? null : customerOf(customer);
      },
    },
    subscriptions: {
      page: async (place, { created } = {}) => {
        const list = await stripe.subscriptions.list({
          ...paged(place),
          ...(created && { created }),
          status: "all",
          expand: ["data.discounts.source.coupon"],
        });
        return pageOf(list, await subscriptionMapping());
      },
      one: async (id) => {
        const map = await subscriptionMapping();
        return map(await stripe.subscriptions.retrieve(id, { expand: ["discounts.source.coupon"] }));
      },
    },
    invoices: {
      page: async (place, which) => {
        const list = await stripe.invoices.list({
          ...paged(place),
          ...which,
          expand: ["data.payments", "data.discounts.source.coupon"],
        });
        return pageOf(list, await invoiceMapping());
      },
      one: async (id) => {
        const map = await invoiceMapping();
        return map(await stripe.invoices.retrieve(id, { expand: ["payments", "discounts.source.coupon"] }));
      },
    },
    charges: {
      page: async (place) => pageOf(await stripe.charges.list(paged(place)), charge),
      one: async (id) => charge(await stripe.charges.retrieve(id)),
    },
  };
  // Bills that are read for several records of a page are read once for all of them.
  async function subscriptionMapping() {
    const prices = await catalogue();
    const bills = subscriptionBills(stripe, prices);
    return async (one: Stripe.Subscription) => {
      const history = isKnownByBills(one) ? await bills.historyOf(one.id, idOf(one.customer) ?? "") : null;
      return mapSubscription(one, prices, options.now(), history);
    };
  }
  async function invoiceMapping() {
    const bills = subscriptionBills(stripe, await catalogue());
    return async (one: Stripe.Invoice) => mapInvoice(one, await bills.pricesOf(one));
  }
  const charge = async (one: Stripe.Charge) =>
    mapCharge(one, one.disputed ? await disputeOf(stripe, one.id) : null);
  const callsOf = (object: string): ObjectCalls => {
    const calls = objects[object];
    if (calls === undefined) throw new TypeError(`Stripe has no object '${object}' here`);
    return calls;
  };

  return {
    identify: () => answered(() => identify(stripe, options)),
    readPage: (object, place) => answered(() => callsOf(object).page(place)),
    async readRecords(object, sourceIds) {
      const records: SourceRecord[] = [];
      for (const id of sourceIds) {
        const record = await answered(() => callsOf(object).one(id)).catch(nullWhereGone);
        if (record !== null) records.push(record);
      }
      return records;
    },
    readRecent: (object, since, place) =>
      answered(async () => {
        const isOpen = place?.startsWith(OPEN) === true;
        const from = place === null ? null : place.slice(isOpen ? OPEN.length : 0) || null;
        const which = isOpen
          ? ({ status: "open" } as const)
          : { created: { gte: Math.floor(since.getTime() / 1000) } };
        const page = await callsOf(object).page(from, which);
        if (page.next !== null) return isOpen ? { ...page, next: `${OPEN}${page.next}` } : page;
        // Then bills that are open, however old.
        return { ...page, next: object === "invoices" && !isOpen ? OPEN : null };
      }),
    readFields: () => answered(async () => stripeFields((await stripe.customers.list({ limit: PAGE })).data)),
    readChanges: (since) => readChanges(stripe, since),
    subscribe: (address) => answered(() => subscribe(stripe, address)),
    async unsubscribe(id) {
      await answered(() => stripe.webhookEndpoints.del(id)).catch(nullWhereGone);
    },
    renewSubscription: async (id, address) =>
      (await answered(() => renewSubscription(stripe, id, address)).catch(nullWhereGone)) ?? [],
    collecting: stripeCollecting(stripe),
  };
}

/** Begins the places of the second list that is compared: of bills that are open. */
const OPEN = "open:";

interface ObjectCalls {
  /** `which`: not all of them. */
  page(place: string | null, which?: { created?: { gte: number }; status?: "open" }): Promise<Page>;
  one(id: string): Promise<SourceRecord | null>;
}

const paged = (place: string | null) => ({ limit: PAGE, ...(place !== null && { starting_after: place }) });

async function pageOf<T extends { id?: string }>(
  list: { data: T[]; has_more: boolean },
  map: (one: T) => SourceRecord | Promise<SourceRecord>,
): Promise<Page> {
  const records: SourceRecord[] = [];
  for (const one of list.data) records.push(await map(one));
  return {
    records,
    next: list.has_more ? (list.data.at(-1)?.id ?? null) : null,
  };
}

/** The newest dispute of a payment; null where the key may not read disputes. */
async function disputeOf(stripe: Stripe, charge: string): Promise<DisputeOf> {
  try {
    return (await stripe.disputes.list({ charge, limit: 1 })).data[0] ?? null;
  } catch (error) {
    const failed = toProviderError(error);
    if (failed instanceof Gone || failed.failure === "forbidden") return null;
    throw failed;
  }
}

async function identify(stripe: Stripe, { key, isSandbox }: ApiOptions): Promise<Account> {
  const account = await stripe.accounts.retrieveCurrent();
  const name = account.settings?.dashboard?.display_name || account.business_profile?.name || account.id;
  return {
    id: account.id,
    name: name.slice(0, 200),
    isTestMode: isSandbox || isTestKey(key),
  };
}

async function readCatalogue(stripe: Stripe): Promise<Catalogue> {
  const prices: Stripe.Price[] = [];
  const products: Stripe.Product[] = [];
  for await (const price of stripe.prices.list({ limit: PAGE, expand: ["data.tiers"] })) prices.push(price);
  for await (const product of stripe.products.list({ limit: PAGE })) products.push(product);
  return createCatalogue(prices, products);
}

/** Events are listed newest first: those of the time that is asked for are held, oldest first, as hints of a few bytes. */
async function* readChanges(stripe: Stripe, since: Date): AsyncIterable<Change> {
  const changes: Change[] = [];
  let place: string | null = null;
  do {
    const page: Stripe.ApiList<Stripe.Event> = await answered(() =>
      stripe.events.list({
        ...paged(place),
        types: [...followedTypes],
        created: { gte: Math.floor(since.getTime() / 1000) },
      }),
    );
    for (const event of page.data) {
      const change = changeOf(event);
      if (change !== null) changes.push(change);
    }
    place = page.has_more ? (page.data.at(-1)?.id ?? null) : null;
  } while (place !== null);
  yield* changes.toReversed();
}

async function subscribe(stripe: Stripe, address: string): Promise<{ id: string; secret: string } | null> {
  try {
    const endpoint = await stripe.webhookEndpoints.create({
      url: address,
      enabled_events: [...followedTypes] as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
      description: "Forestay",
    });
    return endpoint.secret ? { id: endpoint.id, secret: endpoint.secret } : null;
  } catch (error) {
    const failed = toProviderError(error);
    // The key may only read, or Stripe cannot reach the address: we ask instead.
    if (failed instanceof Gone || failed.failure === "forbidden" || failed.failure === "wrong") return null;
    throw failed;
  }
}

/** Kinds that somebody added there are kept. */
async function renewSubscription(stripe: Stripe, id: string, address: string): Promise<string[]> {
  const { url, enabled_events: told } = await stripe.webhookEndpoints.retrieve(id);
  if (url !== address || told.includes("*")) return [];
  const missing = followedTypes.filter((type) => !told.includes(type));
  if (missing.length > 0)
    await stripe.webhookEndpoints.update(id, {
      enabled_events: [...told, ...missing] as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
    });
  return missing;
}
