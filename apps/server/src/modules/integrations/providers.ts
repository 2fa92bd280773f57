import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import type { ModuleContext } from "#platform/module.ts";
import type { Connector, ProviderApi } from "./connector.ts";
import { stripeConnector } from "./connectors/stripe/index.ts";
import { openFor } from "./credential.ts";
import type { IntegrationRow } from "./integration-rows.ts";

const connectors: Readonly<Record<IntegrationProvider, Connector>> = { stripe: stripeConnector };

export const connectorOf = (provider: IntegrationProvider): Connector => connectors[provider];

/** What a way into a connected system needs of the process. */
export type ProviderContext = Pick<ModuleContext, "config" | "outbound" | "clock" | "secretKeys">;

/** Where this server's sandbox of a system stands; null: there is none. */
export const sandboxOf = ({ config }: Pick<ModuleContext, "config">, provider: IntegrationProvider) =>
  config.providers[provider].sandbox;

interface Opened {
  credential: string;
  isSandbox: boolean;
  /** The account, or the credential before the account is known. */
  paceKey: string;
  /** Of a job; without it a person waits for the answer. */
  signal?: AbortSignal;
}

/** A way in by a credential that is at hand. */
export function openWith(
  { config, outbound, clock }: ProviderContext,
  provider: IntegrationProvider,
  { credential, isSandbox, paceKey, signal }: Opened,
): ProviderApi {
  const { base, sandbox, callsPerSecond } = config.providers[provider];
  if (isSandbox && sandbox === null) throw new Error(`This server has no sandbox of ${provider}`);
  return connectorOf(provider).open({
    credential,
    base: isSandbox && sandbox !== null ? sandbox.base : base,
    outbound,
    paceKey,
    isSandbox,
    callsPerSecond,
    isWaitedFor: signal === undefined,
    now: () => clock.now(),
    ...(signal && { signal }),
  });
}

/** A way in by what is stored. */
export function openStored(context: ProviderContext, row: IntegrationRow, signal?: AbortSignal): ProviderApi {
  return openWith(context, row.provider, {
    credential: openFor(context.secretKeys, row.company_id, row.provider, "credential", row.credential),
    isSandbox: row.is_sandbox,
    paceKey: row.account_id,
    ...(signal && { signal }),
  });
}
