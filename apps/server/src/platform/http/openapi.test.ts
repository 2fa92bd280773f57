import { importRoutes, mailRoutes, mcpRoutes, authRoutes, apiKeyRoutes } from "@forestay/contracts";
import type { RouteDefinition } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";

interface Operation {
  "x-policy": string;
  security: unknown;
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

let app: TestApp;
let description: Description;
beforeAll(async () => {
  app = await createTestApp();
  description = (await app.inject({ url: "/api/openapi.json" })).json<Description>();
});
afterAll(() => app.close());

const operationOf = (route: RouteDefinition) =>
  description.paths[`/api${route.path.replace(":id", "{id}")}`]![route.method.toLowerCase()]!;

it("says who signs a call: a person, a key where a scope reaches it, or nobody", () => {
  expect(Object.keys(description.components.securitySchemes)).toEqual(["person", "apiKey"]);
  expect(operationOf(importRoutes.upload).security).toEqual([{ person: [] }, { apiKey: [] }]);
  expect(operationOf(apiKeyRoutes.createApiKey).security).toEqual([{ person: [] }]);
  expect(operationOf(mcpRoutes.read).security).toEqual([{ person: [] }, { apiKey: [] }]);
  expect(operationOf(authRoutes.me).security).toEqual([{ person: [] }]);
  expect(operationOf(authRoutes.login).security).toEqual([]);
});

it("names the outbox's real policy, which is the one that is enforced", () => {
  for (const route of Object.values(mailRoutes)) expect(operationOf(route)["x-policy"]).toBe("mail:read");
});

it("describes an upload's form: the file and the fields beside it", () => {
  expect(operationOf(importRoutes.upload).requestBody?.content["multipart/form-data"]?.schema).toMatchObject({
    required: ["file"],
    properties: { file: { type: "string" }, autoConfirm: { enum: ["true", "false"] } },
    additionalProperties: false,
  });
});

it("lists every error of a call by its status, with its codes in words and one shape for all", () => {
  const { responses } = operationOf(importRoutes.upload);
  expect(Object.keys(responses)).toEqual([
    "201",
    "400",
    "401",
    "403",
    "408",
    "409",
    "413",
    "415",
    "422",
    "429",
    "500",
    "503",
    "507",
  ]);
  expect(responses["422"]?.description).toMatch(/`file_refused`: This file cannot be imported\./);
  const shape = { $ref: "#/components/schemas/Error" };
  expect(responses["409"]?.content["application/json"]?.schema).toEqual(shape);
  expect(description.components.schemas["Error"]).toMatchObject({
    required: ["code", "message", "requestId"],
  });
});
