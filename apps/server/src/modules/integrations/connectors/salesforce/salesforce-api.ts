import { z } from "zod";
import type { ApiOptions, Change, ProviderApi, SourceRecord } from "../../connector.ts";
import { linesOf, type MapLine } from "../../mapping/mapped-fields.ts";
import { ProviderError } from "../../provider-error.ts";
import { readAccounts, readOpportunities } from "./account-records.ts";
import { BULK_FROM, isBulkPlace, salesforceBulk, type BulkKinds } from "./bulk.ts";
import { accountFields, readContactFields, readSalesforceFields } from "./fields.ts";
import { mapContact } from "./map-contact.ts";
import { row, type Row } from "./row.ts";
import { salesforceScores } from "./scores.ts";
import { askSalesforce, idList, textIn, timeOf, type AskSoql } from "./soql.ts";

/** Rows of a page: what Salesforce sends at once. Of accounts less, since their people are asked for by their ids. */
const PAGE = 2000;
const ACCOUNTS_PAGE = 200;
const IDS_AT_ONCE = 200;
/** A row may become visible so long after its SystemModstamp. */
const LAG_MS = 60_000;
/** The first place by ids, where a job does not do. */
const BY_IDS = "by ids";

const organization = z.object({ Id: z.string(), Name: z.string(), IsSandbox: z.boolean().nullish() });
const stamped = z.object({ Id: z.string(), SystemModstamp: z.string() });

interface ObjectCalls {
  type: "Contact" | "Account" | "Opportunity";
  page: number;
  fields(): Promise<readonly string[]>;
  map(rows: Row[]): Promise<SourceRecord[]>;
}

/** A way into one organization. */
export function openSalesforce(options: ApiOptions, bulkFrom = BULK_FROM): ProviderApi {
  const { soql, ask, raw } = askSalesforce(options);
  const bulk = salesforceBulk(ask, raw, options);
  const { fieldMap } = options;
  let known: Promise<MapLine[]> | null = null;
  let described: ReturnType<typeof readContactFields> | null = null;
  const contactFields = () => (described ??= readContactFields(ask));
  const contactLines = () => (known ??= readContactLines());
  const accountLines = linesOf("accounts", fieldMap, accountFields);
  const fieldsOf = (lines: readonly MapLine[], ...always: string[]) => [
    ...new Set([...always, ...lines.map(({ field }) => field)]),
  ];

  /** A field that was taken away there is not asked for: Salesforce refuses the whole query. */
  async function readContactLines(): Promise<MapLine[]> {
    const fields = await contactFields();
    const there = new Set(fields.map(({ name }) => name));
    return linesOf("contacts", fieldMap, fields).filter(({ field }) => there.has(field));
  }

  /** Whether there are so many contacts that a job reads them better than pages do. */
  async function isLarge(): Promise<boolean> {
    const counted = await ask(
      "/query",
      { q: "SELECT COUNT() FROM Contact" },
      z.object({ totalSize: z.number() }),
    );
    return (counted?.totalSize ?? 0) >= bulkFrom;
  }

  async function contactKinds(): Promise<BulkKinds> {
    const kinds = new Map<string, "boolean" | "number">([["HasOptedOutOfEmail", "boolean"]]);
    for (const { name, kind } of await contactFields())
      if (kind === "boolean" || kind === "number") kinds.set(name, kind);
    return kinds;
  }

  const objects: Record<string, ObjectCalls> = {
    contacts: {
      type: "Contact",
      page: PAGE,
      fields: async () => fieldsOf(await contactLines(), "HasOptedOutOfEmail", "SystemModstamp"),
      map: async (rows) => {
        const lines = await contactLines();
        return rows.map((one) => mapContact(one, lines));
      },
    },
    accounts: {
      type: "Account",
      page: ACCOUNTS_PAGE,
      fields: () => Promise.resolve(fieldsOf(accountLines, "Name", "Industry")),
      map: (rows) => readAccounts(soql, rows, accountLines),
    },
    opportunities: {
      type: "Opportunity",
      page: ACCOUNTS_PAGE,
      fields: () => Promise.resolve(["Name", "Amount", "AccountId"]),
      map: (rows) => readOpportunities(soql, rows),
    },
  };
  const callsOf = (object: string): ObjectCalls => {
    const calls = objects[object];
    if (calls === undefined) throw new TypeError(`Salesforce has no object '${object}' here`);
    return calls;
  };

  return {
    async identify() {
      const [one] = await soql("SELECT Id, Name, IsSandbox FROM Organization LIMIT 1", organization);
      if (one === undefined)
        throw new ProviderError("wrong", "Salesforce does not say which organization this is.");
      return {
        id: one.Id,
        name: one.Name.slice(0, 200),
        isTestMode: options.isSandbox || one.IsSandbox === true,
      };
    },
    // By ids and not by Salesforce's own page tokens, which end after 15 minutes: a run goes on from any place on any day.
    async readPage(object, place) {
      const { type, page, fields, map } = callsOf(object);
      if (object === "contacts" && place === null && !options.isWaitedFor && (await isLarge())) {
        const begun = await bulk.begin(`SELECT Id, ${(await fields()).join(", ")} FROM ${type}`);
        // The job is known from here on: whoever goes on after a kill waits for the same one.
        if (begun !== null) return { records: [], next: begun, isPlaceKept: true };
      }
      if (isBulkPlace(place)) {
        const found = await bulk.readPage(place, await contactKinds());
        if (found !== null) return { records: await map(found.rows), next: found.next };
        // What a job found is kept for a week; a job that failed found nothing. All is read again, to no effect where it came.
        return { records: [], next: BY_IDS, isPlaceKept: true };
      }
      const after = place === null || place === BY_IDS ? "" : ` WHERE Id > ${textIn(place)}`;
      const rows = await soql(
        `SELECT Id, ${(await fields()).join(", ")} FROM ${type}${after} ORDER BY Id LIMIT ${page}`,
        row,
      );
      return { records: await map(rows), next: rows.length < page ? null : (rows.at(-1)?.Id ?? null) };
    },
    async readRecords(object, sourceIds) {
      const { type, fields, map } = callsOf(object);
      const records: SourceRecord[] = [];
      for (let start = 0; start < sourceIds.length; start += IDS_AT_ONCE) {
        const ids = idList(sourceIds.slice(start, start + IDS_AT_ONCE));
        // What was deleted of an account is no longer part of its sums: those are read anew.
        const rows = await soql(
          `SELECT Id, ${(await fields()).join(", ")} FROM ${type} WHERE Id IN (${ids})`,
          row,
          {
            withDeleted: type === "Opportunity",
          },
        );
        records.push(...(await map(rows)));
      }
      return records;
    },
    readFields: () => readSalesforceFields(ask, soql),
    scores: salesforceScores(ask),
    async *readChanges(since) {
      for (const [object, { type }] of Object.entries(objects)) yield* readChanges(soql, object, type, since);
    },
    subscribe: () => Promise.resolve(null),
    unsubscribe: () => Promise.resolve(),
  };

  async function* readChanges(
    query: AskSoql,
    object: string,
    type: ObjectCalls["type"],
    since: Date,
  ): AsyncIterable<Change> {
    const until = new Date(options.now().getTime() - LAG_MS);
    let [from, lastId] = [since, ""];
    for (;;) {
      const after =
        lastId === ""
          ? `SystemModstamp >= ${timeOf(from)}`
          : `(SystemModstamp > ${timeOf(from)} OR (SystemModstamp = ${timeOf(from)} AND Id > ${textIn(lastId)}))`;
      const within = `${after} AND SystemModstamp < ${timeOf(until)}`;
      const rows = await query(
        `SELECT Id, SystemModstamp FROM ${type} WHERE ${within} ORDER BY SystemModstamp, Id LIMIT ${PAGE}`,
        stamped,
        { withDeleted: true },
      );
      for (const { Id: sourceId, SystemModstamp: at } of rows)
        yield { eventId: `${object}:${sourceId}:${at}`, object, sourceId, occurredAt: new Date(at) };
      const last = rows.at(-1);
      if (rows.length < PAGE || last === undefined) return;
      [from, lastId] = [new Date(last.SystemModstamp), last.Id];
    }
  }
}
