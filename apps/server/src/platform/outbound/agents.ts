import type { LookupOptions } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { Agent, type Dispatcher } from "undici";
import type { Guard } from "./destination.ts";
import { OutboundError } from "./outbound-error.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** Connections outside, one pool per guard, so that what is checked is never mixed with what is not. */
export type Agents = Record<Guard, Dispatcher>;

export function createAgents(options: {
  connectTimeoutMs: number;
  resolve: Resolve;
  isAllowed: (address: string) => boolean;
}): Agents {
  // A name is resolved to all of its addresses, of which the connection tries one after the other.
  const connect = { timeout: options.connectTimeoutMs, autoSelectFamily: true };
  // Head and body have time-outs of the call's own.
  const noOther = { headersTimeout: 0, bodyTimeout: 0 };
  const agentBy = (resolve: Resolve) =>
    new Agent({ connect: { ...connect, lookup: lookupBy(resolve) }, ...noOther });
  return {
    open: agentBy(options.resolve),
    "public-only": agentBy(checked(options.resolve, options.isAllowed)),
  };
}

/**
 * Resolves a name once, refuses it when any of its addresses is not allowed, and hands those very addresses to the
 * connection: a name that answers differently the next time (DNS rebinding) changes nothing between check and connect.
 */
function checked(resolve: Resolve, isAllowed: (address: string) => boolean): Resolve {
  return async (hostname) => {
    const addresses = await resolve(hostname);
    if (!addresses.every(({ address }) => isAllowed(address))) {
      throw new OutboundError("refused_address", `${hostname}: not a public address`);
    }
    return addresses;
  };
}

/** As a connection asks that tries all addresses. */
const lookupBy = (resolve: Resolve): LookupFunction =>
  callbackify((hostname: string, _options: LookupOptions) => resolve(hostname)) as LookupFunction;
