import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible, type OpenAICompatibleProviderSettings } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import type { LanguageModelSettings } from "#config";
import { configuredAddress } from "#platform/outbound/destination.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";

/** More than any answer of the length that is asked for. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The operator's model, over either wire. Calls go the house's one way out, with its limits and its log. */
export function createLanguageModel(outbound: Outbound, settings: LanguageModelSettings): LanguageModel {
  const { wire, baseUrl, model, apiKey } = settings;
  const through = throughOutbound(outbound);
  return wire === "anthropic"
    ? createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? "none", fetch: through })(model)
    : createOpenAICompatible({
        name: "configured",
        baseURL: baseUrl,
        ...(apiKey === null ? {} : { apiKey }),
        fetch: through,
      })(model);
}

/** What the provider's client takes for the network. The time that a call has is its signal's. */
function throughOutbound(outbound: Outbound): NonNullable<OpenAICompatibleProviderSettings["fetch"]> {
  return async (input, init) => {
    const answer = await outbound.call(configuredAddress(String(input)), {
      method: "POST",
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: String(init?.body),
      timeouts: { answerMs: null, totalMs: null },
      maxBytes: MOST_BYTES,
      ...(init?.signal ? { signal: init.signal } : {}),
    });
    const type = answer.headers.get("content-type");
    return new Response(await answer.text(), {
      status: answer.status,
      ...(type === null ? {} : { headers: { "content-type": type } }),
    });
  };
}
