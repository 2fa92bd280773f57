import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { API_PREFIX } from "./api-prefix.ts";
import { createNonce, hashInlineScripts, pagePolicy, WORKER_POLICY } from "./content-security-policy.ts";
import { sendNotFound } from "./error-handler.ts";
import { serveSite, type SiteOptions } from "./site-pages.ts";

const YEAR_SECONDS = 365 * 24 * 3600;

/** A program of the page's that runs beside it, by the name that the build gives it. */
const WORKER = /-worker-[^/]*\.js(\.br|\.gz)?$/;

/** What is beside an asset and is not asked for by its own name. */
const COMPANION = /\.(?:br|gz|map)$/;

/**
 * Serves the built web app: hashed assets for a year, compressed where the build left a compressed twin, and the one
 * page for every address the app itself routes; public pages as they were drawn (site-pages.ts). Without a build only the API answers.
 *
 * The page is the one that was there at the start. Assets are looked for when they are asked for: a newer build may have
 * put its own beside them meanwhile, whose pages a process started later gives out under the same address.
 */
export async function serveWebApp(
  server: FastifyInstance,
  webDir: string | null,
  site: SiteOptions = { appUrl: null, contact: null, now: () => new Date() },
): Promise<void> {
  const page = webDir === null ? null : await loadPage(path.join(webDir, "index.html"));
  if (webDir !== null && page !== null) {
    const common = { index: false, preCompressed: true, cacheControl: false } as const;
    await server.register(fastifyStatic, {
      ...common,
      root: webDir,
      wildcard: false,
      globIgnore: ["assets/**", "**/index.html", "site.json", "**/*.br", "**/*.gz", "**/*.map"],
      setHeaders: (reply) => void reply.header("cache-control", "public, max-age=3600"),
    });
    await server.register(fastifyStatic, {
      ...common,
      root: path.join(webDir, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      allowedPath: (name) => !COMPANION.test(name),
      setHeaders: (reply, file) => {
        reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`);
        if (WORKER.test(file)) reply.header("content-security-policy", WORKER_POLICY);
      },
    });
    await serveSite(server, webDir, site);
    // Where no public pages were built.
    if (!server.hasRoute({ method: "GET", url: "/" }))
      server.get("/", { schema: { hide: true } }, (_request, reply) => page(reply));
  }
  server.setNotFoundHandler((request, reply) => {
    const isPageAddress =
      (request.method === "GET" || request.method === "HEAD") &&
      request.url !== API_PREFIX &&
      !request.url.startsWith(`${API_PREFIX}/`) &&
      (request.headers.accept ?? "").includes("text/html");
    return isPageAddress && page ? page(reply) : sendNotFound(request, reply);
  });
}

async function loadPage(file: string): Promise<((reply: FastifyReply) => FastifyReply) | null> {
  if (!existsSync(file)) return null;
  const html = await readFile(file, "utf8");
  const scriptHashes = hashInlineScripts(html);
  return (reply) => {
    const nonce = createNonce();
    return reply
      .header("content-security-policy", pagePolicy(scriptHashes, nonce))
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(html.replace("<head>", `<head><meta property="csp-nonce" content="${nonce}" />`));
  };
}
