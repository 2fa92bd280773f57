import {
  errorBodySchema,
  errorTable,
  keyScopes,
  type ErrorCode,
  type RouteDefinition,
} from "@forestay/contracts";
import { exampleOf } from "@forestay/contracts/route-examples";
import { z } from "zod";
import { declaredErrors } from "./declared-errors.ts";

/** As much of OpenAPI 3.1 as is added to here. */
export interface ApiDescription {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, object> };
}
interface Operation {
  security?: Record<string, string[]>[];
  requestBody?: object;
  responses?: Record<string, object>;
}

const ERROR_REF = { $ref: "#/components/schemas/Error" };
const scopes: ReadonlySet<string> = new Set(keyScopes);

/** Who may sign a request, by name in the description. */
export const securitySchemes = {
  person: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A person's access token, of `POST /auth/login` or `GET /auth/me`.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "fsk_...",
    description:
      "An API key of the company, with the operation's `x-policy` among its scopes; any key where that is `member`.",
  },
} as const;

/**
 * Adds to the description made from the routes' schemas what no schema says: who may sign each call, the body of an upload
 * or of rows, and with which errors it is refused, by their codes.
 */
export function describeOperations<D extends ApiDescription>(
  described: D,
  routes: readonly RouteDefinition[],
): D {
  described.components = {
    ...described.components,
    schemas: { ...described.components?.schemas, Error: toJsonSchema(errorBodySchema) },
  };
  for (const route of routes) {
    const operation = operationOf(described, route);
    if (operation === undefined) throw new Error(`${route.method} ${route.path} is not in the description`);
    operation.security = securityOf(route);
    if (route.transfer === "multipart") operation.requestBody = uploadBody(route);
    if (route.rows !== undefined) operation.requestBody = rowsBody(route, route.rows);
    operation.responses = { ...operation.responses, ...errorAnswers(route) };
  }
  return described;
}

function operationOf(document: ApiDescription, route: RouteDefinition): Operation | undefined {
  const path = `/api${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
  return document.paths?.[path]?.[route.method.toLowerCase()];
}

function securityOf(route: RouteDefinition): Record<string, string[]>[] {
  if (route.policy === "public") return [];
  const takesKeys = (scopes.has(route.policy) || route.policy === "member") && route.peopleOnly !== true;
  return takesKeys ? [{ person: [] }, { apiKey: [] }] : [{ person: [] }];
}

function uploadBody({ form }: RouteDefinition): object {
  const fields = form === undefined ? undefined : toJsonSchema(form);
  const schema = {
    type: "object",
    properties: {
      ...fields?.properties,
      file: { type: "string", contentMediaType: "application/octet-stream" },
    },
    required: ["file", ...(fields?.required ?? [])],
    additionalProperties: false,
  };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

/** Rows as a JSON array, and as the same rows one a line. */
function rowsBody(route: RouteDefinition, row: z.ZodType): object {
  const rows = exampleOf(route)?.rows;
  const lines = rows?.map((one) => JSON.stringify(one)).join("\n");
  return {
    required: true,
    content: {
      "application/json": {
        schema: { type: "array", items: toJsonSchema(row) },
        ...(rows === undefined ? {} : { example: rows }),
      },
      "application/x-ndjson": {
        schema: { type: "string", description: "One row a line, each a JSON object as in the array." },
        ...(lines === undefined ? {} : { example: lines }),
      },
    },
  };
}

function errorAnswers(route: RouteDefinition): Record<string, object> {
  const byStatus = Map.groupBy(declaredErrors(route), (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: inWords(codes), content: { "application/json": { schema: ERROR_REF } } },
    ]),
  );
}

const inWords = (codes: readonly ErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join(" ");

const toJsonSchema = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
};
