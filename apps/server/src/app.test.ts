import { authRoutes } from "@forestay/contracts";
import { afterEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
afterEach(() => app.close());

it("a worker answers its probes and nothing else", async () => {
  app = await createTestApp({ role: "worker" });
  const statusOf = async (method: "GET" | "POST", url: string) =>
    (await app.inject({ method, url })).statusCode;
  expect(await statusOf("GET", "/api/health/live")).toBe(200);
  expect(await statusOf("GET", "/api/health/ready")).toBe(200);
  expect(await statusOf("GET", "/api/openapi.json")).toBe(404);
  expect(await statusOf("POST", authRoutes.login.path)).toBe(404);
  expect(await statusOf("POST", "/api/hubs/notifications/negotiate")).toBe(404);
});
