import { z } from "zod";

const text = z.string().trim().min(1);

/** A language model that the operator names: asked only for companies whose Owner said so. */
export const languageModelEnvironment = {
  /** How it is spoken to: `openai` is what most servers speak, local ones too. */
  LLM_WIRE: z.enum(["openai", "anthropic"]).optional(),
  /** Up to the version: `http://127.0.0.1:11434/v1`. */
  LLM_BASE_URL: z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).optional(),
  LLM_MODEL: text.optional(),
  /** Local servers want none. */
  LLM_API_KEY: text.optional(),
  /** Tokens a company may use in a day, asked and answered. */
  LLM_DAILY_TOKENS: z.coerce.number().int().min(1000).max(1_000_000_000).default(200_000),
};

export interface LanguageModelSettings {
  wire: "openai" | "anthropic";
  baseUrl: string;
  model: string;
  apiKey: string | null;
  /** Of one company, asked and answered. */
  dailyTokens: number;
}

type Environment = z.output<z.ZodObject<typeof languageModelEnvironment>>;

/** Null where no model is named; the address goes without saying only at Anthropic's own. */
export function readLanguageModel(value: Environment): LanguageModelSettings | null {
  const wire = value.LLM_WIRE ?? "openai";
  const baseUrl = value.LLM_BASE_URL ?? (wire === "anthropic" ? "https://api.anthropic.com/v1" : undefined);
  if (value.LLM_MODEL === undefined || baseUrl === undefined) return null;
  return {
    wire,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    model: value.LLM_MODEL,
    apiKey: value.LLM_API_KEY ?? null,
    dailyTokens: value.LLM_DAILY_TOKENS,
  };
}
