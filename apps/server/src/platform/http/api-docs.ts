import swagger from "@fastify/swagger";
import { PRODUCT_NAME, type RouteDefinition } from "@forestay/contracts";
import Fastify, { type FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { API_PREFIX } from "./bind.ts";
import { describeOperations, securitySchemes, type ApiDescription } from "./describe-operations.ts";
import { hashInlineScripts } from "./content-security-policy.ts";

const DOCS_PATH = `${API_PREFIX}/docs`;

/**
 * OpenAPI 3.1 from the bound contract routes; must be registered before they are bound. `routes` is filled by then: the
 * description is made when it is first asked for.
 */
export async function registerOpenApi(
  server: FastifyInstance,
  routes: readonly RouteDefinition[],
): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${PRODUCT_NAME} API`,
        version: "1",
        description:
          "People send the access token of `POST /auth/login` or `GET /auth/me` as a bearer, programs an API key (`fsk_...`) of the company. `x-policy` on each operation says who may call it; an API key needs that policy among its scopes (any key comes in at `member`), and is refused (403 `people_only`) where `x-people-only` stands. Each operation lists the errors it answers with; one that arrives too slowly (408) or with too long headers (431) is refused before its operation is known, in the same shape.",
      },
      servers: [{ url: "/" }],
      components: { securitySchemes },
    },
    // Described are the contract's calls, known by their policy; the live hub speaks SignalR, not this.
    transform: (route) =>
      jsonSchemaTransform(
        "x-policy" in (route.schema ?? {}) ? route : { ...route, schema: { ...route.schema, hide: true } },
      ),
    transformObject: (made) =>
      "openapiObject" in made
        ? describeOperations(made.openapiObject as ApiDescription, routes)
        : made.swaggerObject,
  });
}

/** Serves the description as JSON and as a page to browse. */
export function serveApiDocs(server: FastifyInstance): void {
  server.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async () => server.swagger());

  // The page's package is 4 MB of JavaScript text. It is loaded on the first visit, on an instance of its own because
  // a running one takes no more plugins: most processes never pay for it.
  let pages: Promise<FastifyInstance> | null = null;
  const loadPages = async () => {
    const { default: reference } = await import("@scalar/fastify-api-reference");
    const inner = Fastify();
    await inner.register(reference, {
      routePrefix: DOCS_PATH,
      configuration: {
        content: server.swagger(),
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
    await inner.ready();
    return inner;
  };
  const serve = async (url: string) => (await (pages ??= loadPages())).inject({ method: "GET", url });

  for (const path of [DOCS_PATH, `${DOCS_PATH}/*`]) {
    server.get(path, { schema: { hide: true } }, async (request, reply) => {
      // The page names its script relative to itself.
      if (request.url === DOCS_PATH) return reply.redirect(`${DOCS_PATH}/`);
      const answer = await serve(request.url);
      const location = answer.headers.location;
      if (typeof location === "string") return reply.redirect(location, answer.statusCode);
      const type = String(answer.headers["content-type"] ?? "text/plain");
      if (type.includes("text/html")) {
        reply.header(
          "content-security-policy",
          // The reference styles itself inline; its scripts are allowed one by one, and nothing may leave this origin.
          `default-src 'self'; script-src 'self' ${hashInlineScripts(answer.body).join(" ")}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`,
        );
      }
      return reply
        .code(answer.statusCode)
        .header("cache-control", "no-cache")
        .type(type)
        .send(answer.rawPayload);
    });
  }
}
