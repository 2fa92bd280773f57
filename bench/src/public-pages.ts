import path from "node:path";
import { createServer } from "../../apps/server/src/platform/http/server.ts";
import { serveWebApp } from "../../apps/server/src/platform/http/web-app.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";

const WEB = path.join(import.meta.dirname, "..", "..", "apps", "web", "dist");
type Server = Awaited<ReturnType<typeof createServer>>;

/** The built public pages on a port of their own, without a database; `add` puts more beside them. */
export async function servePublicPages(
  add: (server: Server) => void = () => undefined,
): Promise<{ server: Server; origin: string }> {
  const server = await createServer({ log: createLog("silent"), trustedProxies: 0, maxUploadBytes: 1000 });
  server.get("/api/demo/model", () => ({ model: null }));
  add(server);
  await serveWebApp(server, WEB);
  return { server, origin: await server.listen({ port: 0, host: "127.0.0.1" }) };
}
