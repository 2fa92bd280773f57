import { integrationProviders, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { readConfig, type Config, type ProviderSettings } from "#config";

/** Settings of all systems that can be connected, some of them a test's own. */
export function providersWith(
  changed: Partial<Record<IntegrationProvider, Partial<ProviderSettings>>>,
): Config["providers"] {
  const { providers } = readConfig({});
  for (const provider of integrationProviders) Object.assign(providers[provider], changed[provider]);
  return providers;
}
