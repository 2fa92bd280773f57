import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";

const url = "/api/openapi.json";
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("is sent packed to whoever takes it, once, and is nothing new where it is known", async () => {
  const plain = await app.inject({ url });
  expect(plain.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.json()).toMatchObject({ openapi: "3.1.0" });
  const packed = await app.inject({ url, headers: { "accept-encoding": "gzip, br" } });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8);
  const known = await app.inject({ url, headers: { "if-none-match": String(plain.headers["etag"]) } });
  expect(known.statusCode).toBe(304);
  expect(known.body).toBe("");
});

it("is asked for by anybody, and by nobody without end", async () => {
  const limited = await createTestApp({ rateLimitScale: 1 });
  try {
    for (let asked = 0; asked < 300; asked += 1)
      expect((await limited.inject({ method: "GET", url: "/api/docs" })).statusCode).toBe(302);
    expect((await limited.inject({ url })).statusCode).toBe(429);
    expect((await limited.inject({ url: "/api/docs/" })).json()).toMatchObject({ code: "rate_limited" });
  } finally {
    await limited.close();
  }
});

it("is a page that names the description by its address, and the script that shows it", async () => {
  const page = await app.inject({ url: "/api/docs/" });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain(url);
  const [, script = ""] = /src="(js\/[^"]+)"/.exec(page.body) ?? [];
  const packed = await app.inject({ url: `/api/docs/${script}`, headers: { "accept-encoding": "br" } });
  expect(packed.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(brotliDecompressSync(packed.rawPayload).toString()).toContain("createApiReference");
  expect((await app.inject({ url: "/api/docs/js/other.js" })).statusCode).toBe(404);
});
