import { salesforceError } from "./salesforce-errors.ts";
import { fieldsOf, type Org, type SObjectType, type SRecord, type SValue } from "./org.ts";

interface Condition {
  field: string;
  operator: string;
  value: SValue;
  /** Of `IN`. */
  values?: SValue[];
}

/** Conditions joined by AND or by OR: SOQL takes no mixture without brackets. */
type Where = Condition | { all: Where[] } | { any: Where[] };

/** A query as far as this stand-in reads SOQL: fields, one kind of record, conditions, order, limit. */
interface Query {
  type: SObjectType;
  /** Empty: `COUNT()`. */
  fields: string[];
  where: Where;
  order: { field: string; sign: 1 | -1 }[];
  limit: number;
}

export interface QueryResult {
  type: SObjectType;
  rows: object[];
  total: number;
}

const SHAPE =
  /^\s*SELECT\s+(?<fields>.+?)\s+FROM\s+(?<type>\w+)(?:\s+WHERE\s+(?<where>.+?))?(?:\s+ORDER\s+BY\s+(?<order>.+?))?(?:\s+LIMIT\s+(?<limit>\d+))?\s*$/is;
const CONDITION =
  /^(?<field>[\w.]+)\s*(?<operator>>=|<=|!=|=|>|<|\bIN\b)\s*(?<literal>'(?:[^'\\]|\\.)*'|\([^)]*\)|\S+)$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;

/** Runs a query over living records, or with those in the recycle bin (`queryAll`). */
export function runQuery(org: Org, text: string, withDeleted: boolean): QueryResult {
  const query = readQuery(text);
  const found = [...org.records[query.type].values()].filter(
    (record) => (withDeleted || record["IsDeleted"] === false) && isMet(org, record, query.where),
  );
  found.sort((a, b) => {
    for (const { field, sign } of query.order) {
      const [left, right] = [comparable(valueOf(org, a, field)), comparable(valueOf(org, b, field))];
      if (left !== right) return left < right ? -sign : sign;
    }
    return 0;
  });
  const kept = found.slice(0, query.limit);
  const rows = query.fields.length === 0 ? [] : kept.map((record) => shown(org, query, record));
  return { type: query.type, rows, total: kept.length };
}

function readQuery(text: string): Query {
  const parts = SHAPE.exec(text)?.groups;
  if (!parts) throw salesforceError(400, "MALFORMED_QUERY", `unexpected token in: ${text}`);
  const type = parts["type"] as SObjectType;
  if (!(type in fieldsOf))
    throw salesforceError(400, "INVALID_TYPE", `sObject type '${type}' is not supported.`);
  const isCount = /^COUNT\(\)$/i.test(parts["fields"] ?? "");
  const fields = isCount ? [] : (parts["fields"] ?? "").split(",").map((one) => known(type, one.trim()));
  const where = parts["where"] === undefined ? { all: [] } : readWhere(type, parts["where"]);
  const order = (parts["order"] ?? "")
    .split(",")
    .filter((one) => one.trim() !== "")
    .map((one) => {
      const [field = "", direction = "ASC"] = one.trim().split(/\s+/);
      return { field: known(type, field), sign: /^DESC$/i.test(direction) ? (-1 as const) : (1 as const) };
    });
  return {
    type,
    fields,
    where,
    order,
    limit: parts["limit"] ? Number(parts["limit"]) : Number.POSITIVE_INFINITY,
  };
}

/** A field of the record, or of its account. */
function known(type: SObjectType, name: string): string {
  const own = name.replace(/^Account\./, "");
  const at = name === own ? type : "Account";
  const linked = name === own || fieldsOf[type].some((field) => field.name === "AccountId");
  if (linked && fieldsOf[at].some((field) => field.name === own)) return name;
  throw salesforceError(400, "INVALID_FIELD", `No such column '${name}' on entity '${type}'.`);
}

const isMet = (org: Org, record: SRecord, where: Where): boolean => {
  if ("all" in where) return where.all.every((one) => isMet(org, record, one));
  if ("any" in where) return where.any.some((one) => isMet(org, record, one));
  return holds(org, record, where);
};

function readWhere(type: SObjectType, text: string): Where {
  const { parts, joins } = splitAtTop(text.trim());
  if (new Set(joins).size > 1)
    throw salesforceError(400, "MALFORMED_QUERY", `AND and OR need brackets between them: ${text}`);
  if (parts.length > 1) {
    const all = parts.map((part) => readWhere(type, part));
    return joins[0] === "OR" ? { any: all } : { all };
  }
  const [one = ""] = parts;
  return one.startsWith("(") && one.endsWith(")")
    ? readWhere(type, one.slice(1, -1))
    : readCondition(type, one);
}

/** What stands between the ANDs and ORs that are in no brackets and no text. */
function splitAtTop(text: string): { parts: string[]; joins: string[] } {
  const [parts, joins]: string[][] = [[], []];
  let [depth, from, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isText && letter === "\\") at += 1;
    else if (letter === "'") isText = !isText;
    else if (isText) continue;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    else if (depth === 0) {
      const join = /^\s+(AND|OR)\s+/i.exec(text.slice(at, at + 8));
      if (!join?.[1]) continue;
      parts?.push(text.slice(from, at).trim());
      joins?.push(join[1].toUpperCase());
      from = at + join[0].length;
      at = from - 1;
    }
  }
  parts?.push(text.slice(from).trim());
  return { parts: parts ?? [], joins: joins ?? [] };
}

function readCondition(type: SObjectType, text: string): Condition {
  const parts = CONDITION.exec(text)?.groups;
  if (!parts) throw salesforceError(400, "MALFORMED_QUERY", `unexpected token in: ${text}`);
  const { field = "", operator = "", literal = "" } = parts;
  if (/^IN$/i.test(operator)) {
    if (!literal.startsWith("("))
      throw salesforceError(400, "MALFORMED_QUERY", `unexpected token in: ${text}`);
    const values = literal
      .slice(1, -1)
      .split(",")
      .map((one) => readLiteral(field, one.trim()));
    return { field: known(type, field), operator: "IN", value: null, values };
  }
  return { field: known(type, field), operator, value: readLiteral(field, literal) };
}

function readLiteral(field: string, literal: string): SValue {
  if (literal.startsWith("'")) {
    if (/Date$|Modstamp$/.test(field))
      throw salesforceError(
        400,
        "INVALID_FIELD",
        `value of filter criterion for field '${field}' must be of type dateTime and should not be enclosed in quotes`,
      );
    return literal.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  }
  if (literal === "null") return null;
  if (literal === "true" || literal === "false") return literal === "true";
  if (TIME.test(literal) || /^\d{4}-\d{2}-\d{2}$/.test(literal)) return literal;
  if (/^-?\d+(\.\d+)?$/.test(literal)) return Number(literal);
  throw salesforceError(400, "MALFORMED_QUERY", `unexpected token: '${literal}'`);
}

function holds(org: Org, record: SRecord, { field, operator, value, values }: Condition): boolean {
  const [left, right] = [comparable(valueOf(org, record, field)), comparable(value)];
  if (values) return values.some((one) => comparable(one) === left);
  if (operator === "=") return left === right;
  if (operator === "!=") return left !== right;
  if (left === "" || right === "") return false;
  if (operator === ">") return left > right;
  if (operator === ">=") return left >= right;
  return operator === "<" ? left < right : left <= right;
}

/** Times are compared as milliseconds, whichever way they are written; texts without regard to case. */
function comparable(value: SValue): string | number | boolean {
  if (value === null) return "";
  if (typeof value !== "string") return value;
  if (TIME.test(value)) return Date.parse(value.replace(/([+-]\d{2})(\d{2})$/, "$1:$2"));
  return value.toLowerCase();
}

function valueOf(org: Org, record: SRecord, name: string): SValue {
  if (!name.startsWith("Account.")) return record[name] ?? null;
  const account = org.records.Account.get(String(record["AccountId"]));
  return account?.[name.replace("Account.", "")] ?? null;
}

function shown(org: Org, query: Query, record: SRecord): object {
  const attributes = (type: SObjectType, id: string) => ({
    type,
    url: `/services/data/v64.0/sobjects/${type}/${id}`,
  });
  const row: Record<string, unknown> = { attributes: attributes(query.type, record.Id) };
  for (const name of query.fields) {
    if (!name.startsWith("Account.")) row[name] = record[name] ?? null;
    else if (org.records.Account.has(String(record["AccountId"])))
      row["Account"] = {
        ...(row["Account"] ?? { attributes: attributes("Account", String(record["AccountId"])) }),
        [name.replace("Account.", "")]: valueOf(org, record, name),
      };
    else row["Account"] = null;
  }
  return row;
}
