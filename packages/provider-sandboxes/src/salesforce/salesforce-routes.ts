import type { Answer, PeerRequest, Routes } from "../kit/index.ts";
import { salesforceError } from "./salesforce-errors.ts";
import { fieldsOf, salesforceTime, type Org, type SObjectType, type SValue } from "./org.ts";
import { bulkRoutes } from "./bulk-routes.ts";
import { runQuery } from "./soql.ts";

/** Rows of a page, as Salesforce sends them unless told. */
const PAGE = 2000;
const LOCATOR_LIFE_MS = 15 * 60_000;
const MOST_CHANGED = 200;
const DELETED_DAYS = 15;
const VERSION = "v64.0";

/** Queries by page and locator, deleted records, what a kind of record has. */
export function salesforceRoutes(org: Org): Routes {
  const root = `/services/data/${VERSION}`;
  const open = new Map<string, { rows: object[]; total: number; at: number }>();

  function pageOf(locator: string, from: number): Answer {
    const result = open.get(locator);
    if (!result || result.at + LOCATOR_LIFE_MS <= org.clock.now())
      throw salesforceError(400, "INVALID_QUERY_LOCATOR", "invalid query locator");
    const next = from + PAGE;
    const done = next >= result.rows.length;
    return {
      status: 200,
      body: {
        totalSize: result.total,
        done,
        ...(!done && { nextRecordsUrl: `${root}/query/${locator}-${next}` }),
        records: result.rows.slice(from, next),
      },
    };
  }

  const query = (withDeleted: boolean) => (request: PeerRequest) => {
    const text = request.query.get("q");
    if (text === null) throw salesforceError(400, "MALFORMED_QUERY", "The query is missing.");
    const { rows, total } = runQuery(org, text, withDeleted);
    const locator = `01g${String(open.size + 1).padStart(12, "0")}AAA`;
    open.set(locator, { rows, total, at: org.clock.now() });
    return pageOf(locator, 0);
  };

  return {
    ...bulkRoutes(org, root),
    "GET /services/data": () => ({
      status: 200,
      body: [{ label: "Summer '25", url: root, version: "64.0" }],
    }),
    [`GET ${root}/query`]: query(false),
    [`GET ${root}/queryAll`]: query(true),
    [`GET ${root}/query/:locator`]: (request) => {
      const [locator = "", from = ""] = (request.params["locator"] ?? "").split("-");
      return pageOf(locator, Number(from));
    },
    [`GET ${root}/sobjects/:type/describe`]: (request) => {
      const type = typeOf(request);
      const own = type === "Contact" ? org.ownContactFields : [];
      const fields = [...fieldsOf[type], ...own].map((field) => ({
        ...field,
        updateable: !["Id", "CreatedDate", "SystemModstamp", "IsDeleted", "Name"].includes(field.name),
        label: field.name,
        custom: field.name.endsWith("__c"),
      }));
      return { status: 200, body: { name: type, label: type, queryable: true, fields } };
    },
    [`PATCH ${root}/composite/sobjects`]: (request) => {
      const { records } = (request.json ?? {}) as { records?: unknown };
      if (!Array.isArray(records) || records.length > MOST_CHANGED)
        throw salesforceError(400, "INVALID_INPUT", `records: a list of at most ${MOST_CHANGED}.`);
      return { status: 200, body: records.map((one) => changeContact(org, one as Sent)) };
    },
    [`GET ${root}/sobjects/:type/deleted`]: (request) => {
      const [start, end] = [time(request, "start"), time(request, "end")];
      const earliest = org.clock.now() - DELETED_DAYS * 86_400_000;
      if (start < earliest || end <= start)
        throw salesforceError(
          400,
          "INVALID_REPLICATION_DATE",
          `startDate must be within ${DELETED_DAYS} days and before endDate`,
        );
      const gone = [...org.records[typeOf(request)].values()].filter((record) => {
        const at = Date.parse(String(record["SystemModstamp"]).replace("+0000", "Z"));
        return record["IsDeleted"] === true && at >= start && at < end;
      });
      return {
        status: 200,
        body: {
          deletedRecords: gone.map((record) => ({ id: record.Id, deletedDate: record["SystemModstamp"] })),
          earliestDateAvailable: salesforceTime(earliest),
          latestDateCovered: salesforceTime(org.clock.now()),
        },
      };
    },
  };
}

interface Sent {
  attributes?: { type?: string };
  id?: string;
  [field: string]: unknown;
}

/** Changes one contact, or says why not; the others of the call go on (`allOrNone: false`). */
function changeContact(org: Org, { attributes, id = "", ...values }: Sent): object {
  const failed = (statusCode: string, message: string, fields: string[] = []) => ({
    id,
    success: false,
    errors: [{ statusCode, message, fields }],
  });
  if (attributes?.type !== "Contact") return failed("INVALID_TYPE", "Only contacts are changed here.");
  const record = org.records.Contact.get(id);
  if (!record) return failed("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id");
  if (record["IsDeleted"] === true) return failed("ENTITY_IS_DELETED", "entity is deleted");
  const known = [...fieldsOf.Contact, ...org.ownContactFields];
  for (const [name, value] of Object.entries(values)) {
    const field = known.find((one) => one.name === name);
    if (!field)
      return failed(
        "INVALID_FIELD_FOR_INSERT_UPDATE",
        `No such column '${name}' on sobject of type Contact`,
        [name],
      );
    if (field.type === "double" && value !== null && typeof value !== "number")
      return failed("INVALID_TYPE_ON_FIELD_IN_RECORD", `${name}: value not of required type`, [name]);
  }
  org.edit("Contact", id, values as Record<string, SValue>);
  return { id, success: true, errors: [] };
}

function typeOf(request: PeerRequest): SObjectType {
  const type = request.params["type"] as SObjectType;
  if (!(type in fieldsOf)) throw salesforceError(404, "NOT_FOUND", "The requested resource does not exist");
  return type;
}

function time(request: PeerRequest, name: string): number {
  const at = Date.parse(request.query.get(name) ?? "");
  if (Number.isNaN(at)) throw salesforceError(400, "INVALID_REPLICATION_DATE", `${name} is no time.`);
  return at;
}
