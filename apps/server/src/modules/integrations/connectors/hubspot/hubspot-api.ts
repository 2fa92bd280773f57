import { z } from "zod";
import type { Account, ApiOptions, Change, Page, ProviderApi, SourceRecord } from "../../connector.ts";
import { linesOf, type MapLine } from "../../mapping/mapped-fields.ts";
import { ProviderError } from "../../provider-error.ts";
import { dealReference, readCompanies, readDeals, readDealsLeft } from "./company-records.ts";
import { askHubSpot, type Ask } from "./hubspot-client.ts";
import { companyFields, propertiesOf, readContactFields, readHubSpotFields } from "./fields.ts";
import { mapContact } from "./map-contact.ts";
import { accountAnswer, listAnswer, type CrmRecord } from "./shapes.ts";
import { readBatch } from "./read-batch.ts";
import { hubspotScores } from "./scores.ts";

const PAGE = 100;
const SEARCH_PAGE = 200;
/** No search goes further: it begins again from the last moment that was seen. */
const SEARCH_WALL = 10_000;
const dealProperties = ["dealname", "amount", "dealstage", "hs_is_closed_won", "closedate"];

/** A way into one HubSpot account, by its dated paths. */
export function openHubSpot(options: ApiOptions): ProviderApi {
  const ask = askHubSpot(options);
  const { fieldMap } = options;
  let known: Promise<MapLine[]> | null = null;
  const contactLines = () =>
    (known ??=
      fieldMap === null
        ? readContactFields(ask).then((fields) => linesOf("contacts", null, fields))
        : Promise.resolve(linesOf("contacts", fieldMap, [])));
  const companyLines = linesOf("companies", fieldMap, companyFields);
  const fieldsOf = (lines: readonly MapLine[]) => lines.map(({ field }) => field);

  const objects: Record<string, ObjectCalls> = {
    contacts: {
      modified: "lastmodifieddate",
      properties: async () => propertiesOf([...fieldsOf(await contactLines()), "lifecyclestage"]),
      map: async (contacts) => {
        const lines = await contactLines();
        return contacts.map((contact) => mapContact(contact, lines));
      },
    },
    companies: {
      modified: "hs_lastmodifieddate",
      // The first two are what it is called in lists, wherever they go.
      properties: () => Promise.resolve(propertiesOf(["name", "industry", ...fieldsOf(companyLines)])),
      map: (companies) => readCompanies(ask, companies, companyLines),
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
        hasPlace: place !== null,
      });
      return { records: await map(list?.results ?? []), next: list?.paging?.next.after ?? null };
    },
    async readRecords(object, sourceIds) {
      const { properties, map } = callsOf(object);
      return map(await readBatch(ask, object, sourceIds, await properties()));
    },
    left: {
      referenceOf: (object, sourceId) => (object === "deals" ? dealReference(sourceId) : null),
      read: (targets) =>
        readDealsLeft(
          ask,
          [...new Set(targets.flatMap((one) => one.split(",")))].filter((id) => id !== ""),
        ),
    },
    readFields: () => readHubSpotFields(ask),
    scores: hubspotScores(ask),
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
