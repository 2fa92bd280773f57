import { z } from "zod";
import type { Account, ApiOptions, Change, Page, ProviderApi, SourceRecord } from "../../connector.ts";
import { ProviderError } from "../../provider-error.ts";
import { readCompanies, readDeals } from "./company-records.ts";
import { askHubSpot, type Ask } from "./hubspot-client.ts";
import { mapContact } from "./map-contact.ts";
import { accountAnswer, listAnswer, propertiesAnswer, type CrmRecord, type KeptProperty } from "./shapes.ts";
import { readBatch } from "./read-batch.ts";
import { companyProperties, contactProperties, MOST_OWN_PROPERTIES } from "./traits.ts";

const PAGE = 100;
const SEARCH_PAGE = 200;
/** No search goes further: it begins again from the last moment that was seen. */
const SEARCH_WALL = 10_000;
const dealProperties = ["dealname", "amount", "dealstage", "hs_is_closed_won", "closedate"];

/** A way into one HubSpot account, by its dated paths. */
export function openHubSpot(options: ApiOptions): ProviderApi {
  const ask = askHubSpot(options);
  let known: Promise<readonly KeptProperty[]> | null = null;
  const kept = () => (known ??= readKept(ask));

  const objects: Record<string, ObjectCalls> = {
    contacts: {
      modified: "lastmodifieddate",
      properties: async () => ["firstname", "lastname", "email", ...(await kept()).map(({ name }) => name)],
      map: async (contacts) => {
        const properties = await kept();
        return contacts.map((contact) => mapContact(contact, properties));
      },
    },
    companies: {
      modified: "hs_lastmodifieddate",
      properties: () => Promise.resolve(companyProperties.map(({ name }) => name)),
      map: (companies) => readCompanies(ask, companies),
    },
    deals: {
      modified: "hs_lastmodifieddate",
      properties: () => Promise.resolve(dealProperties),
      map: (deals) => readDeals(ask, deals),
    },
  };
  const callsOf = (object: string): ObjectCalls => {
    const calls = objects[object];
    if (calls === undefined) throw new TypeError(`HubSpot has no object '${object}' here`);
    return calls;
  };

  return {
    identify: () => identify(ask, options),
    async readPage(object, place): Promise<Page> {
      const { properties, map } = callsOf(object);
      const list = await ask({
        path: `/crm/objects/{date}/${object}`,
        query: {
          limit: String(PAGE),
          properties: (await properties()).join(","),
          ...(place !== null && { after: place }),
        },
        shape: listAnswer,
      });
      return { records: await map(list?.results ?? []), next: list?.paging?.next.after ?? null };
    },
    async readRecords(object, sourceIds) {
      const { properties, map } = callsOf(object);
      return map(await readBatch(ask, object, sourceIds, await properties()));
    },
    async *readChanges(since) {
      for (const [object, { modified }] of Object.entries(objects))
        yield* search(ask, object, modified, since);
    },
    // The app itself has one address for all accounts, set where it is registered.
    subscribe: () => Promise.resolve(null),
    unsubscribe: () => Promise.resolve(),
  };
}

interface ObjectCalls {
  modified: string;
  properties(): Promise<string[]>;
  map(records: CrmRecord[]): Promise<SourceRecord[]>;
}

async function identify(ask: Ask, { isSandbox }: ApiOptions): Promise<Account> {
  const account = await ask({ path: "/account-info/{date}/details", shape: accountAnswer });
  if (account === null) throw new ProviderError("wrong", "HubSpot does not say which account this is.");
  const id = String(account.portalId);
  const isTestMode = isSandbox || /SANDBOX|DEVELOPER|TEST/.test(account.accountType ?? "");
  return { id, name: `Portal ${id}`, isTestMode };
}

/** HubSpot's own properties that are worth a column, and those that the company made. */
async function readKept(ask: Ask): Promise<readonly KeptProperty[]> {
  const all = await ask({ path: "/crm/properties/{date}/contacts", shape: propertiesAnswer });
  const own = (all?.results ?? []).filter(
    ({ name, hubspotDefined, hidden }) =>
      hubspotDefined !== true && hidden !== true && !name.startsWith("forestay_") && !name.startsWith("hs_"),
  );
  const there = new Set(all?.results.map(({ name }) => name));
  return [
    ...contactProperties.filter(({ name }) => there.has(name)),
    ...own.slice(0, MOST_OWN_PROPERTIES).map(({ name, label, type }) => ({ name, label, type })),
  ];
}

const searchAnswer = listAnswer.extend({ total: z.number().optional() });

/** What changed since a moment, oldest first. */
async function* search(ask: Ask, object: string, modified: string, since: Date): AsyncIterable<Change> {
  let from = since.getTime();
  for (;;) {
    let after: string | undefined = "0";
    let last = from;
    let seen = 0;
    while (after !== undefined && seen + SEARCH_PAGE <= SEARCH_WALL) {
      const page: z.infer<typeof searchAnswer> | null = await ask({
        method: "POST",
        path: `/crm/objects/{date}/${object}/search`,
        body: {
          filterGroups: [{ filters: [{ propertyName: modified, operator: "GTE", value: String(from) }] }],
          sorts: [{ propertyName: modified, direction: "ASCENDING" }],
          properties: [modified],
          limit: SEARCH_PAGE,
          after,
        },
        shape: searchAnswer,
        isSearch: true,
      });
      for (const { id, properties } of page?.results ?? []) {
        const at = Date.parse(properties[modified] ?? "");
        if (Number.isNaN(at)) continue;
        last = at;
        yield { eventId: `${object}:${id}:${at}`, object, sourceId: id, occurredAt: new Date(at) };
      }
      seen += page?.results.length ?? 0;
      after = page?.paging?.next.after;
    }
    if (after === undefined) return;
    if (last === from)
      throw new ProviderError("wrong", "More records changed at one moment in HubSpot than it lists.");
    from = last;
  }
}
