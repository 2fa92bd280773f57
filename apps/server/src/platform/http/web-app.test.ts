import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { createServer } from "./server.ts";
import { serveWebApp } from "./web-app.ts";

const themeScript = 'document.documentElement.dataset.theme = "dark";';
let directory: string;
let server: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-web-"));
  await mkdir(path.join(directory, "assets"));
  await writeFile(
    path.join(directory, "index.html"),
    `<!doctype html><html><head><script>${themeScript}</script><script type="module" src="/assets/a.js"></script></head></html>`,
  );
  await writeFile(path.join(directory, "assets/a.js"), "plain");
  await writeFile(path.join(directory, "assets/a.js.br"), "packed");
  await writeFile(path.join(directory, "favicon.svg"), "<svg/>");
  server = await createServer({ log: createLog("silent"), trustedProxies: 0, maxUploadBytes: 1000 });
  await serveWebApp(server, directory);
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const page = (url: string) => server.inject({ url, headers: { accept: "text/html,*/*" } });

describe("the web app's files", () => {
  it("answer every address of the app with the one page, never cached unasked", async () => {
    for (const url of ["/", "/login", "/app/customers/1?tab=x", "/nowhere"]) {
      const answer = await page(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.headers["cache-control"]).toBe("no-cache");
    }
  });

  it("allow the page's own inline script by hash, styles by a nonce of this answer, and nothing from elsewhere", async () => {
    const [first, second] = [await page("/"), await page("/")];
    const policy = String(first.headers["content-security-policy"]);
    const hash = createHash("sha256").update(themeScript).digest("base64");
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).not.toContain("unsafe-inline");
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(first.body).toContain(`<meta property="csp-nonce" content="${nonce}" />`);
    expect(second.body).not.toContain(String(nonce));
  });

  it("keep hashed assets for a year and send the compressed twin to whoever takes it", async () => {
    const plain = await server.inject({ url: "/assets/a.js" });
    expect(plain.body).toBe("plain");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const packed = await server.inject({ url: "/assets/a.js", headers: { "accept-encoding": "br" } });
    expect(packed.body).toBe("packed");
    expect(packed.headers["content-encoding"]).toBe("br");
    expect((await server.inject({ url: "/favicon.svg" })).headers["cache-control"]).toBe(
      "public, max-age=3600",
    );
  });

  it("are found also where a newer build put them after the start, and those of the one before stay", async () => {
    await writeFile(path.join(directory, "assets/b.js"), "newer");
    const newer = await server.inject({ url: "/assets/b.js" });
    expect([newer.statusCode, newer.body]).toEqual([200, "newer"]);
    expect((await server.inject({ url: "/assets/a.js" })).body).toBe("plain");
    expect((await page("/")).body).toContain("/assets/a.js");
  });

  it("do not pass for what is missing: assets and API addresses are 404", async () => {
    for (const url of ["/assets/gone.js", "/assets/a.js.br", "/assets/..%2findex.html"]) {
      const gone = await server.inject({ url });
      expect([url, gone.statusCode, gone.headers["cache-control"]]).toEqual([url, 404, "no-store"]);
    }
    for (const url of ["/api", "/api/nothing"]) {
      const answer = await page(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe("not_found");
    }
  });
});
