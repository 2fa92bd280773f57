import { z } from "zod";
import { json } from "./json.ts";
import type { TransferKind } from "./transfer-kind.ts";

/** See Other: whatever was asked, the browser goes on with a GET and sends no body along (RFC 9110, 15.4.4). */
const SEE_OTHER = 303;

const seeOther = z.null().meta({
  description: "See Other",
  headers: { Location: { type: "string", description: "Where to go on" } },
});

/** JSON in, and out an address to go on with: one that the route's response schema names. */
export const redirect: TransferKind = {
  ...json,
  isRepeatable: false,
  responseSchema: () => ({ [SEE_OTHER]: seeOther }),
  send({ body }, { route, reply }) {
    const location = requireSafeLocation(z.encode(route.response, body));
    return reply.code(SEE_OTHER).header("location", location).send();
  },
};

/**
 * A path of this origin, or an absolute https URL without credentials. The schema says which of them; this is what none
 * may allow: `//host` and `/\host` are other origins to a browser, and other schemes run or open things.
 * Throws Error, ours to mend: answered as a hidden 500.
 */
function requireSafeLocation(location: unknown): string {
  const here = "https://this.origin";
  if (typeof location === "string" && URL.canParse(location, here)) {
    const url = new URL(location, here);
    if (location.startsWith("/") && url.origin === here) return url.href.slice(here.length);
    const isAbsolute = URL.canParse(location) && url.protocol === "https:";
    if (isAbsolute && url.username === "" && url.password === "") return url.href;
  }
  throw new Error("A redirect leads to a path of ours or to an absolute https URL");
}
