import { z } from "zod";

const LEAST_DAILY_TOKENS = 1000;
const MOST_DAILY_TOKENS = 1_000_000_000;
const TOKENS_WORDS = `must be a whole number from ${LEAST_DAILY_TOKENS} to ${MOST_DAILY_TOKENS}`;
const price = z.coerce
  .number({ error: "must be a number above 0" })
  .positive("must be a number above 0")
  .max(1_000_000, "must be at most 1000000");
const text = z.string().trim().min(1);

/** A language model, asked only for companies whose Owner said so; `openai` is what most servers speak, local ones too. */
export const languageModelEnvironment = {
  LLM_WIRE: z.enum(["openai", "anthropic"]).default("openai"),
  LLM_BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  LLM_MODEL: text.optional(),
  LLM_API_KEY: text.optional(),
  LLM_DAILY_TOKENS: z.coerce
    .number({ error: TOKENS_WORDS })
    .int({ error: TOKENS_WORDS })
    .min(LEAST_DAILY_TOKENS, { error: TOKENS_WORDS })
    .max(MOST_DAILY_TOKENS, { error: TOKENS_WORDS })
    .default(200_000),
  /** What a million tokens cost, asked and answered, in LLM_CURRENCY; without both nothing is said of cost. */
  LLM_INPUT_PRICE: price.optional(),
  LLM_OUTPUT_PRICE: price.optional(),
  LLM_CURRENCY: text.regex(/^[A-Z]{3}$/, "must be a currency's three capital letters").default("USD"),
  /** Of one company, in LLM_CURRENCY. */
  LLM_DAILY_COST: price.optional(),
};
const environmentSchema = z.object(languageModelEnvironment);

export interface LanguageModelSettings {
  wire: "openai" | "anthropic";
  baseUrl: string;
  model: string;
  apiKey: string | null;
  /** Of one company, asked and answered. */
  dailyTokens: number;
  /** What a million tokens cost, and how much of it a company may use in a day (null: as its tokens allow); null: not said. */
  price: { input: number; output: number; currency: string; dailyCost: number | null } | null;
}

/** Null where no model is named; only Anthropic's own address goes without saying. */
export function readLanguageModel(value: z.output<typeof environmentSchema>): LanguageModelSettings | null {
  const { LLM_WIRE: wire, LLM_MODEL: model, LLM_API_KEY: apiKey = null } = value;
  const baseUrl = value.LLM_BASE_URL ?? (wire === "anthropic" ? "https://api.anthropic.com/v1" : undefined);
  if (model === undefined || baseUrl === undefined) return null;
  const { LLM_INPUT_PRICE: input, LLM_OUTPUT_PRICE: output, LLM_CURRENCY: currency } = value;
  const price =
    input === undefined || output === undefined
      ? null
      : { input, output, currency, dailyCost: value.LLM_DAILY_COST ?? null };
  const dailyTokens = value.LLM_DAILY_TOKENS;
  return { wire, baseUrl: baseUrl.replace(/\/+$/, ""), model, apiKey, dailyTokens, price };
}
