import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { createServer } from "./server.ts";
import type { SiteOptions } from "./site-pages.ts";
import { serveWebApp } from "./web-app.ts";

const script = "document.title";
const html = `<!doctype html><html><head><link rel="canonical" href="%ORIGIN%/"/><script>${script}</script></head></html>`;
let directory: string;
const servers: FastifyInstance[] = [];

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-site-"));
  await writeFile(path.join(directory, "index.html"), "<html><head></head>the app</html>");
  const pages = { "/": { html, isUnlisted: false }, "/hidden": { html, isUnlisted: true } };
  await writeFile(path.join(directory, "site.json"), JSON.stringify(pages));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(directory, { recursive: true, force: true });
});

async function serve(options: Partial<SiteOptions> = {}) {
  const server = await createServer({ log: createLog("silent"), trustedProxies: 0, maxUploadBytes: 1000 });
  servers.push(server);
  const now = () => new Date("2026-11-22T12:00:00.000Z");
  await serveWebApp(server, directory, { appUrl: "https://stay.example/", contact: null, now, ...options });
  return (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { accept: "text/html", ...headers } });
}

it("gives a public page out as it was drawn, with the address it is served at, and the app for everything else", async () => {
  const get = await serve();
  const page = await get("/");
  expect(page.body).toContain('href="https://stay.example/"');
  expect(page.body).not.toContain("%ORIGIN%");
  expect((await get("/login")).body).toContain("the app");
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).toContain("style-src 'self';");
  expect(policy).not.toContain("unsafe");
  expect(page.headers["set-cookie"]).toBeUndefined();
  const packed = await get("/", { "accept-encoding": "gzip, br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(page.body);
});

it("takes the request's own address where none is set, and never as markup", async () => {
  const get = await serve({ appUrl: null });
  expect((await get("/", { host: "here.example" })).body).toContain('href="http://here.example/"');
  expect((await get("/", { host: '"><script>' })).body).not.toContain('"><script>/');
});

it("tells programs what there is, and whom to tell of a hole where somebody is named", async () => {
  const get = await serve({ contact: "boss@stay.example" });
  expect((await get("/robots.txt")).body).toContain("Sitemap: https://stay.example/sitemap.xml");
  const map = (await get("/sitemap.xml")).body;
  expect(map).toContain("<loc>https://stay.example/</loc>");
  expect(map).not.toContain("hidden");
  const security = (await get("/.well-known/security.txt")).body;
  expect(security).toContain("Contact: mailto:boss@stay.example\nExpires: 2027-11-22T12:00:00.000Z");
  expect((await (await serve())("/.well-known/security.txt", { accept: "text/plain" })).statusCode).toBe(404);
  expect((await get("/site.json", { accept: "*/*" })).statusCode).toBe(404);
});
