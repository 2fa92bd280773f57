/** `npm start`: the web app built if stale, then the server in this same process. */
import { buildWebIfStale } from "./build-web.ts";

await buildWebIfStale();
await import("../apps/server/src/main.ts");
