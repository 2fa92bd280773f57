import type { LanguageModelSettings } from "#config";

/** A language model at an address where nobody listens. */
export const SILENT_MODEL: LanguageModelSettings = {
  wire: "openai",
  baseUrl: "http://127.0.0.1:1/v1",
  model: "small",
  apiKey: null,
  dailyTokens: 1000,
  price: null,
};
