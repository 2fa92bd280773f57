import type { IntegrationProvider } from "../integrations/vocabulary.ts";

/** Systems into which scores can be written. */
export const scoreTakers: readonly IntegrationProvider[] = ["hubspot", "salesforce"];
