import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";

/** As much of a JSON schema as our description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  format?: string;
  pattern?: string;
}

export interface DescribedOperation {
  method: string;
  path: string;
  parameters: readonly { in: string; name: string; schema: JsonSchema }[];
  body: { type: string; schema: JsonSchema } | null;
}

export interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: DescribedOperation["parameters"];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      }
    >
  >;
  components: { schemas: Record<string, JsonSchema> };
}

/** A request as it goes out: a path with its parameters and query, and a body of text or none. */
export interface MadeRequest {
  url: string;
  body: { type: string; text: string } | null;
}

/** Every operation of a description, in its order. */
export function operationsOf(description: Description): DescribedOperation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [content] = Object.entries(requestBody?.content ?? {});
      const body = content === undefined ? null : { type: content[0], schema: content[1].schema };
      return { method: method.toUpperCase(), path, parameters, body };
    }),
  );
}

/** Deeper than a body may be, as text: made by hand, because building it as a value costs more than sending it. */
const tooDeep = `${"[".repeat(5000)}${"]".repeat(5000)}`;

/** What nobody means to send, and what has been sent to every API on the internet. */
const hostile: readonly unknown[] = [
  null,
  true,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202Eevil",
  "＝1+1",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "%00",
  "'; drop table customers; --",
  "<script>alert(1)</script>",
  "x".repeat(5000),
  "🜁".repeat(300),
  "-005000-01-01",
  "+275760-09-14T00:00:00.000Z",
  "2026-02-30",
  "NaN",
  "1e999",
  "00000000-0000-0000-0000-000000000000",
  0,
  -0,
  -1,
  0.1,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[[[]]]],
  { constructor: 1, toString: "x" },
  Array.from({ length: 1000 }, (_, i) => i),
];

/**
 * Requests of an operation: some as the description asks for them, most with something in them that it does not. `ids`
 * are of things that exist, so that not every one ends at "not found".
 */
export function requestsOf(
  operation: DescribedOperation,
  { components }: Description,
  ids: readonly string[],
): Arbitrary<MadeRequest> {
  const make = (schema: JsonSchema, wildness: number) =>
    arbitraryOf(schema, components.schemas, ids, wildness, 0);
  // A fifth as described, the others with ever more that is not.
  return fc.constantFrom(0, 0.05, 0.15, 0.4, 1).chain((wildness) => {
    const texts = (place: string) => {
      const named = operation.parameters.filter((parameter) => parameter.in === place);
      return fc.record(
        Object.fromEntries(named.map(({ name, schema }) => [name, make(schema, wildness)])),
        place === "path" ? {} : { requiredKeys: [] },
      );
    };
    return fc
      .tuple(
        texts("path"),
        texts("query"),
        operation.body ? bodyOf(operation.body, make, wildness) : fc.constant(null),
      )
      .map(([params, query, body]) => ({ url: addressOf(operation.path, params, query), body }));
  });
}

type Make = (schema: JsonSchema, wildness: number) => Arbitrary<unknown>;

function bodyOf(
  { type, schema }: NonNullable<DescribedOperation["body"]>,
  make: Make,
  wildness: number,
): Arbitrary<MadeRequest["body"]> {
  const value = make(schema, wildness);
  if (type === "multipart/form-data") {
    return value.map((fields) => ({ type: `${type}; boundary=${BOUNDARY}`, text: multipartOf(fields) }));
  }
  const text = value.map((made) => JSON.stringify(made) ?? "");
  const broken = fc.constantFrom(
    "",
    "{",
    "null",
    '"text"',
    "[1,2",
    tooDeep,
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
  );
  return (
    wildness < 0.2 ? text : fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: broken })
  ).map((made) => ({ type, text: made }));
}

const BOUNDARY = "forestay-fuzz";

function multipartOf(fields: unknown): string {
  const parts = Object.entries((fields ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const fileName = name === "file" ? '; filename="customers.csv"' : "";
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n${text}\r\n`;
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

function addressOf(path: string, params: object, query: object): string {
  let url = path;
  for (const [name, value] of Object.entries(params)) {
    // An empty part would be another address.
    url = url.replace(`{${name}}`, encoded(value) || "%20");
  }
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  return parts.length === 0 ? url : `${url}?${parts.join("&")}`;
}

const encoded = (value: unknown) =>
  encodeURIComponent(
    (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed(),
  ).slice(0, 2000);

function arbitraryOf(
  schema: JsonSchema,
  named: Record<string, JsonSchema>,
  ids: readonly string[],
  wildness: number,
  depth: number,
): Arbitrary<unknown> {
  const tame = tameOf(
    schema,
    (inner) => arbitraryOf(inner, named, ids, wildness, depth + 1),
    named,
    ids,
    wildness,
    depth,
  );
  if (wildness === 0) return tame;
  const wild = Math.round(wildness * 20);
  return fc.oneof({ weight: 20, arbitrary: tame }, { weight: wild, arbitrary: fc.constantFrom(...hostile) });
}

function tameOf(
  schema: JsonSchema,
  make: (inner: JsonSchema) => Arbitrary<unknown>,
  named: Record<string, JsonSchema>,
  ids: readonly string[],
  wildness: number,
  depth: number,
): Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const found = named[schema.$ref.split("/").at(-1) ?? ""];
    return found === undefined || depth > 6 ? fc.constant(null) : make(found);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map(make));
  const [type] = [schema.type ?? "any"].flat();
  switch (type) {
    case "string":
      return textOf(schema, ids);
    case "integer":
    case "number": {
      const min = schema.minimum ?? schema.exclusiveMinimum ?? 0;
      const max = Math.max(min, Math.min(schema.maximum ?? 1000, 2 ** 31));
      return type === "integer"
        ? fc.integer({ min: Math.max(Math.ceil(min), -(2 ** 31)), max: Math.floor(max) })
        : fc.double({ min, max, noNaN: true });
    }
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(make(schema.items ?? {}), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case "object": {
      const properties = Object.entries(schema.properties ?? {});
      const known = fc.record(Object.fromEntries(properties.map(([name, inner]) => [name, make(inner)])), {
        requiredKeys:
          wildness > 0.2 ? [] : [...(schema.required ?? [])].filter((name) => schema.properties?.[name]),
      });
      const more =
        typeof schema.additionalProperties === "object"
          ? fc.dictionary(
              fc.constantFrom("plan", "seats", "constructor", "x"),
              make(schema.additionalProperties),
              { maxKeys: 2 },
            )
          : wildness > 0.2
            ? fc.constantFrom({}, {}, {}, { unknown: 1 }, { constructor: null })
            : fc.constant({});
      return fc.tuple(known, more).map(([own, others]) => ({ ...own, ...others }));
    }
    default:
      return fc.constantFrom("text", 1, true, null);
  }
}

function textOf(
  { format, minLength = 0, maxLength = 40, pattern }: JsonSchema,
  ids: readonly string[],
): Arbitrary<string> {
  switch (format) {
    case "uuid":
      return fc.oneof(fc.constantFrom(...ids), fc.uuid());
    case "email":
      return fc.constantFrom("ada@example.test", "grace@example.test", "o'neil+tag@example.test");
    case "date-time":
      return fc.constantFrom("2026-01-31T00:00:00.000Z", "1999-12-31T23:59:59.999Z");
    case "date":
      return fc.constantFrom("2026-01-31", "1970-01-01", "2024-02-29");
    default: {
      const plain = fc.string({
        minLength: Math.min(minLength, 40),
        maxLength: Math.max(minLength, Math.min(maxLength, 40)),
      });
      return pattern === undefined
        ? plain
        : fc.oneof(plain, fc.constantFrom("000000", "2026-01-31", "mrr", "Pro"));
    }
  }
}
