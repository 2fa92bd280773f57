import { isIP } from "node:net";
import { OutboundError } from "./outbound-error.ts";

/** Where a call goes and on whose word; made by `configuredAddress` and `givenAddress` only. */
export interface Destination {
  readonly url: URL;
  /** The operator's own: may lie in a private network and speak plain http. */
  readonly isConfigured: boolean;
  /** Its path is a secret, as an incoming webhook's is: the log knows the origin alone. */
  readonly hidesPath?: boolean;
}

/** An address that the operator's settings name or that stands in our code. Never one that a person or another service gave. */
export function configuredAddress(url: string | URL, { hidesPath = false } = {}): Destination {
  return { url: new URL(url), isConfigured: true, hidesPath };
}

/**
 * An address that came from a person, a row or another service's answer: https only, to public addresses only, unless
 * OUTBOUND_ALLOWED_HOSTS names its host. Throws OutboundError `refused_address` for text that is no address.
 */
export function givenAddress(url: string | URL): Destination {
  if (!URL.canParse(String(url))) throw new OutboundError("refused_address", "This is no address");
  return { url: new URL(url), isConfigured: false };
}

/** Where a redirect leads: on the operator's word only within the operator's origin. */
export function redirected(from: Destination, location: string): Destination {
  if (!URL.canParse(location, from.url.href)) {
    throw new OutboundError("bad_redirect", `${from.url.host} redirects to no address`);
  }
  const url = new URL(location, from.url);
  return {
    url,
    isConfigured: from.isConfigured && url.origin === from.url.origin,
    hidesPath: from.hidesPath === true,
  };
}

/** The guard a destination stands under. */
export type Guard = "open" | "public-only";

/**
 * Checks what can be known before the name is resolved; the rest is the connection's to check (agents.ts).
 * Throws OutboundError `refused_address`.
 */
export function guardOf(
  { url, isConfigured }: Destination,
  allowedHosts: readonly string[],
  isAllowed: (address: string) => boolean,
): Guard {
  const refuse = (why: string) => new OutboundError("refused_address", `${url.host || "This"}: ${why}`);
  if (url.username !== "" || url.password !== "") throw refuse("credentials do not belong into an address");
  const isOpen = isConfigured || allowedHosts.includes(url.host) || allowedHosts.includes(url.hostname);
  if (url.protocol !== "https:" && !(isOpen && url.protocol === "http:")) {
    throw refuse("only https addresses are called");
  }
  if (isOpen) return "open";
  // The URL parser has written every notation of an address (0x7f.1, 2130706433) as it is.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isAllowed(host)) throw refuse("not a public address");
  return "public-only";
}
