import type { IntegrationProvider } from "@forestay/contracts/wire";

/** Where a system is connected and its settings stand. */
export const configurePath = (provider: IntegrationProvider) =>
  `/app/settings/integrations/${provider}/configure` as const;

/** Where somebody says which customers records are. */
export const matchesPath = "/app/settings/integrations/matches";
