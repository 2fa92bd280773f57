import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { hashInlineScripts, sitePolicy } from "./content-security-policy.ts";

/** What the web's build drew: each public page by its path, with `%ORIGIN%` where its own address belongs. */
const siteSchema = z.record(z.string(), z.object({ html: z.string(), isUnlisted: z.boolean() }));
const SITE_FILE = "site.json";
const ORIGIN = /%ORIGIN%/g;
const YEAR_MS = 365 * 24 * 3600 * 1000;

export interface SiteOptions {
  /** Public address of the web app; null: that of the request. */
  appUrl: string | null;
  /** Whom to tell of a hole; null: nobody is named, and `security.txt` is not there. */
  contact: string | null;
  now: () => Date;
}

/**
 * Serves the public pages as the web's build drew them, and what programs ask of a site: `robots.txt`, `sitemap.xml` and
 * `security.txt` (RFC 9116). Without a build there are none. The pages are those that were there at the start.
 */
export async function serveSite(
  server: FastifyInstance,
  webDir: string,
  { appUrl, contact, now }: SiteOptions,
): Promise<void> {
  const file = path.join(webDir, SITE_FILE);
  if (!existsSync(file)) return;
  const pages = siteSchema.parse(JSON.parse(await readFile(file, "utf8")));
  const originOf = (request: FastifyRequest) =>
    (appUrl ?? `${request.protocol}://${request.host}`).replace(/\/$/, "");
  const options = { schema: { hide: true } };

  for (const [address, { html }] of Object.entries(pages)) {
    const policy = sitePolicy(hashInlineScripts(html));
    const kept = new Map<string, Promise<Encoded>>();
    server.get(address, options, async (request, reply) => {
      const origin = originOf(request);
      // One address is usual; whoever makes others up does not fill the memory.
      if (kept.size > 20) kept.clear();
      const encoded = kept.get(origin) ?? encode(html.replaceAll(ORIGIN, () => escapeHtml(origin)));
      kept.set(origin, encoded);
      return send(request, reply.header("content-security-policy", policy), await encoded);
    });
  }
  const text =
    (type: string, write: (origin: string) => string) => (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .header("cache-control", "public, max-age=3600")
        .type(type)
        .send(write(originOf(request)));
  server.get(
    "/robots.txt",
    options,
    text("text/plain; charset=utf-8", (origin) =>
      ["User-agent: *", "Disallow: /app", "Disallow: /api/", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n"),
    ),
  );
  server.get(
    "/sitemap.xml",
    options,
    text("application/xml; charset=utf-8", (origin) => {
      const listed = Object.entries(pages).filter(([, page]) => !page.isUnlisted);
      const urls = listed.map(([address]) => `  <url><loc>${escapeHtml(origin + address)}</loc></url>`);
      return [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        ...urls,
        "</urlset>",
        "",
      ].join("\n");
    }),
  );
  if (contact === null) return;
  server.get(
    "/.well-known/security.txt",
    options,
    text("text/plain; charset=utf-8", (origin) =>
      [
        `Contact: mailto:${contact}`,
        `Expires: ${new Date(now().getTime() + YEAR_MS).toISOString()}`,
        "Preferred-Languages: en",
        `Canonical: ${origin}/.well-known/security.txt`,
        "",
      ].join("\n"),
    ),
  );
}

interface Encoded {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

async function encode(html: string): Promise<Encoded> {
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, packed] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { plain, br, gzip: packed };
}

function send(request: FastifyRequest, reply: FastifyReply, encoded: Encoded): FastifyReply {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = (["br", "gzip"] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
  reply
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding")
    .type("text/html; charset=utf-8");
  if (encoding === undefined) return reply.send(encoded.plain);
  return reply.header("content-encoding", encoding).send(encoded[encoding]);
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
