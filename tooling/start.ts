/** `npm start`: the web app built if stale, then the server in this same process. */
import { buildWebIfStale } from "./build-web.ts";

await buildWebIfStale();
// By address, so that checking the tools does not check the whole server with their settings.
await import(new URL("../apps/server/src/main.ts", import.meta.url).href);
