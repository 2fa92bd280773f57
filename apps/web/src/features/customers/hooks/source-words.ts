import { integrationProviders, providerWords } from "@forestay/contracts/wire";
import type { CustomerValueSource } from "@forestay/contracts/wire";

type Said = Pick<CustomerValueSource, "source" | "name">;

const words: Record<CustomerValueSource["source"], string> = {
  import: "A file",
  person: "A colleague",
  key: "An API key",
  system: "A connected system",
  ledger: "Subscriptions and bills",
  tracking: "Product events",
  merge: "A customer merged in",
  sample: "The sample",
  unknown: "–",
};

/** Where a value came from, as a person would say it. */
export function sourceWords({ source, name }: Said): string {
  if (name === null) return words[source];
  const provider = source === "system" ? integrationProviders.find((one) => one === name) : undefined;
  return provider === undefined ? name : providerWords(provider).name;
}
