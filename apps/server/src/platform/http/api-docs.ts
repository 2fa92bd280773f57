import type { FastifyInstance } from "fastify";
import type { RouteDefinition } from "@forestay/contracts";
import { API_PREFIX } from "./api-prefix.ts";
import { hashInlineScripts } from "./content-security-policy.ts";
import { madeApart, sendMade } from "./made-apart.ts";
import type { RateLimiter } from "./rate-limits.ts";

const DOCS_PATH = `${API_PREFIX}/docs`;
const DESCRIPTION_PATH = `${API_PREFIX}/openapi.json`;

interface DocumentedApi {
  server: FastifyInstance;
  rateLimiter: RateLimiter;
  /** Filled by the time that somebody asks. */
  routes: readonly RouteDefinition[];
}

/**
 * Serves the description of the API as OpenAPI 3.1 and as a page to browse, to anybody. Both are made at the first visit, and
 * most processes never pay for them.
 */
export function serveApiDocs({ server, rateLimiter, routes }: DocumentedApi): void {
  const options = {
    schema: { hide: true },
    onRequest: ({ ip }: { ip: string }) => rateLimiter.count("page", null, ip),
  };
  const describe = madeApart<"description">(new URL("./describe-api-worker.ts", import.meta.url), () =>
    routes.map(({ method, path }) => `${method} ${path}`),
  );
  const reference = madeApart<"page" | "script">(
    new URL("./api-reference-worker.ts", import.meta.url),
    () => ({
      docsPath: DOCS_PATH,
      descriptionPath: DESCRIPTION_PATH,
    }),
  );

  server.get(DESCRIPTION_PATH, options, async (request, reply) => {
    const { description } = await describe();
    return sendMade(request, reply, description, "application/json; charset=utf-8");
  });
  server.get(DOCS_PATH, options, async (_request, reply) => reply.redirect(`${DOCS_PATH}/`));
  server.get(`${DOCS_PATH}/`, options, async (request, reply) => {
    const { page } = await reference();
    const scripts = hashInlineScripts(Buffer.from(page.plain).toString()).join(" ");
    reply.header(
      "content-security-policy",
      // The reference styles itself inline; its scripts are allowed one by one, and nothing may leave this origin.
      `default-src 'self'; script-src 'self' ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    return sendMade(request, reply, page, "text/html; charset=utf-8");
  });
  server.get(`${DOCS_PATH}/js/scalar.js`, options, async (request, reply) => {
    const { script } = await reference();
    return sendMade(request, reply, script, "text/javascript; charset=utf-8");
  });
}
