import type { z } from "zod";
import { configuredAddress, givenAddress } from "#platform/outbound/destination.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import type { OutboundAnswer } from "#platform/outbound/outbound-answer.ts";
import type { Pace } from "#platform/outbound/token-buckets.ts";
import type { ApiOptions } from "../connector.ts";
import { ProviderError } from "../provider-error.ts";

const BEHIND = { attempts: 6, firstWaitMs: 1000, longestWaitMs: 60_000 };
const WAITED_FOR = { attempts: 2, firstWaitMs: 300, longestWaitMs: 2000 };
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** How one system is asked for JSON at the address that it named for the account. */
export interface JsonSystem {
  name: string;
  /** As it is said in pace keys. */
  key: string;
  pace: Pace;
  /** Says what an answer of 400 or more means; null: what was asked for is not there. */
  failed(answer: OutboundAnswer): Promise<ProviderError | null>;
  /** Looks at an answer that is fine; throws where nothing more may be asked. */
  look?(answer: OutboundAnswer): void;
}

/** What is sent beside the address: only what may be sent twice. */
interface Sent {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  body?: object;
}

/** A call below the account's address, a GET unless something is sent; null where it is not there. Throws ProviderError. */
export type AskJson = <T>(
  path: string,
  query: Record<string, string>,
  shape: z.ZodType<T>,
  sent?: Sent,
) => Promise<T | null>;

/** An answer of 200 as it came; null where what was asked for is not there. Throws ProviderError. */
export type AskRaw = (
  path: string,
  query: Record<string, string>,
  accept: string,
) => Promise<{ headers: OutboundAnswer["headers"]; text: string } | null>;

/** As askSystem, of systems that say everything in JSON. */
export const askJson = (options: ApiOptions, system: JsonSystem): AskJson => askSystem(options, system).json;

/**
 * Asks one account at its own address, which an answer of the system's named and which is called as a given one. A token that is
 * refused before its time was ended there; another is asked for once.
 */
export function askSystem(
  options: ApiOptions,
  { name, key, pace, failed, look }: JsonSystem,
): { json: AskJson; raw: AskRaw } {
  const { access, accountBase, base, outbound, paceKey, isWaitedFor, callsPerSecond, signal, isSandbox } =
    options;
  const send = (
    path: string,
    query: Record<string, string>,
    token: string,
    { sent, accept }: { sent?: Sent | undefined; accept: string },
  ) => {
    const url = new URL((accountBase ?? base) + path);
    for (const [one, value] of Object.entries(query)) url.searchParams.set(one, value);
    // A sandbox stands on this machine, by the operator's own setting; so does whoever is named where a test put the system.
    const isLocal = isSandbox || new URL(base).protocol === "http:";
    return outbound.call(isLocal ? configuredAddress(url) : givenAddress(url.href), {
      headers: {
        accept,
        authorization: `Bearer ${token}`,
        ...(sent?.body && { "content-type": "application/json" }),
      },
      ...(sent && { method: sent.method, isRepeatable: true }),
      ...(sent?.body && { body: JSON.stringify(sent.body) }),
      maxBytes: LARGEST_ANSWER,
      ...(isWaitedFor ? {} : { timeouts: { answerMs: 60_000, totalMs: 120_000 } }),
      pace: callsPerSecond === null ? pace : { perSecond: callsPerSecond, burst: callsPerSecond },
      paceKey: `${key}:${paceKey}`,
      retry: isWaitedFor ? WAITED_FOR : BEHIND,
      ...(signal && { signal }),
    });
  };
  async function answered<T>(
    path: string,
    query: Record<string, string>,
    how: { sent?: Sent | undefined; accept: string },
    read: (answer: OutboundAnswer) => Promise<T>,
  ): Promise<T | null> {
    try {
      const token = await access.current();
      let answer = await send(path, query, token, how);
      if (answer.status === 401) {
        await answer.discard();
        answer = await send(path, query, await access.renewed(token), how);
      }
      if (answer.status >= 400) {
        const error = await failed(answer);
        if (error === null) return null;
        throw error;
      }
      look?.(answer);
      return await read(answer);
    } catch (error) {
      if (error instanceof OutboundError && error.code === "refused_address")
        throw new ProviderError("wrong", `${name} named an address for this account that may not be called.`);
      if (error instanceof OutboundError) throw new ProviderError("passing", `${name} does not answer.`);
      throw error;
    }
  }
  return {
    json: (path, query, shape, sent) =>
      answered(path, query, { sent, accept: "application/json" }, async (answer) => {
        const parsed = shape.safeParse(answer.status === 204 ? null : await answer.json());
        if (!parsed.success)
          throw new ProviderError("wrong", `${name} answered in a way that is not understood here.`);
        return parsed.data;
      }),
    raw: (path, query, accept) =>
      answered(path, query, { accept }, async (answer) => ({
        headers: answer.headers,
        text: await answer.text(),
      })),
  };
}
