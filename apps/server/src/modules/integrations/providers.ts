import {
  integrationProviders,
  providerWords,
  type IntegrationProvider,
} from "@forestay/contracts/vocabulary";
import type { ModuleContext } from "#platform/module.ts";
import type { ApiOptions, Connector, ProviderApi } from "./connector.ts";
import { hubspotConnector } from "./connectors/hubspot/index.ts";
import { mailchimpConnector } from "./connectors/mailchimp/index.ts";
import { salesforceConnector } from "./connectors/salesforce/index.ts";
import { slackConnector } from "./connectors/slack/index.ts";
import { stripeConnector } from "./connectors/stripe/index.ts";
import { openFor } from "./credential.ts";
import type { IntegrationRow } from "./integration-rows.ts";
import type { TokenQuestion } from "./oauth/ask-for-tokens.ts";
import { ProviderError } from "./provider-error.ts";
import { pastedAccess, storedAccess, type Access } from "./oauth/stored-access.ts";

/** Those that stand: one that is missing here is offered nowhere. */
const connectors: Readonly<Partial<Record<IntegrationProvider, Connector>>> = {
  hubspot: hubspotConnector,
  mailchimp: mailchimpConnector,
  salesforce: salesforceConnector,
  slack: slackConnector,
  stripe: stripeConnector,
};

/** The systems that can be connected, in the order they are shown. */
export const standingProviders: readonly IntegrationProvider[] = integrationProviders.filter(
  (provider) => connectors[provider] !== undefined,
);

/** Those of them whose channels are told things. */
export const postingProviders: readonly IntegrationProvider[] = standingProviders.filter(
  (provider) => connectors[provider]?.posts === true,
);

export function connectorOf(provider: IntegrationProvider): Connector {
  const connector = connectors[provider];
  if (connector === undefined) throw new Error(`There is no connector of ${provider}`);
  return connector;
}

/** What a way into a connected system needs of the process. */
export type ProviderContext = Pick<ModuleContext, "config" | "outbound" | "clock" | "secretKeys" | "db">;

/** Where this server's sandbox of a system stands; null: there is none. */
export const sandboxOf = ({ config }: Pick<ModuleContext, "config">, provider: IntegrationProvider) =>
  config.providers[provider].sandbox;

/** What tokens of a system are asked with; null where it has none, or the operator registered nothing there. */
export function oauthQuestion(
  { config, outbound }: Pick<ModuleContext, "config" | "outbound">,
  provider: IntegrationProvider,
  isSandbox: boolean,
): TokenQuestion | null {
  const style = connectorOf(provider).oauth;
  const { sandbox, client, authorizeBase, tokenBase } = config.providers[provider];
  if (style === null) return null;
  const { name } = providerWords(provider);
  if (isSandbox) {
    if (sandbox === null) return null;
    const { base } = sandbox;
    return { style, name, outbound, place: { authorizeBase: base, tokenBase: base, client: sandbox.client } };
  }
  return client === null ? null : { style, name, outbound, place: { authorizeBase, tokenBase, client } };
}

interface Opened {
  credential: string;
  isSandbox: boolean;
  /** The account, or the credential before the account is known. */
  paceKey: string;
  /** Of an account that was named an address of its own. */
  accountBase?: string | null;
}

/** A way in by a credential that is at hand, for a person who waits. */
export function openWith(
  context: ProviderContext,
  provider: IntegrationProvider,
  { credential, isSandbox, paceKey, accountBase }: Opened,
): ProviderApi {
  return open(context, provider, {
    access: pastedAccess(credential, providerWords(provider).name),
    key: accountBase === undefined ? credential : null,
    isSandbox,
    paceKey,
    accountBase: accountBase ?? null,
    fieldMap: null,
  });
}

/** What lets us into a stored connection. */
export function accessOf(context: ProviderContext, row: IntegrationRow): Access {
  const { company_id: companyId, provider } = row;
  const key = keyOf(context, row);
  if (key !== null) return pastedAccess(key, providerWords(provider).name);
  const question = oauthQuestion(context, provider, row.is_sandbox);
  if (question === null) throw new ProviderError("wrong", notSetUp(provider));
  return storedAccess(context, companyId, provider, question);
}

/** Said where a system cannot be reached on its own page, since this server is not registered there. */
export const notSetUp = (provider: IntegrationProvider): string =>
  `${providerWords(provider).name} is not set up on this server: whoever runs it registers it there and sets the client's id and secret.`;

const keyOf = (
  { secretKeys }: ProviderContext,
  { company_id: companyId, provider, credential }: IntegrationRow,
) => (credential === null ? null : openFor(secretKeys, companyId, provider, "credential", credential));

/** A way in by what is stored. */
export function openStored(context: ProviderContext, row: IntegrationRow, signal?: AbortSignal): ProviderApi {
  return open(context, row.provider, {
    access: accessOf(context, row),
    key: keyOf(context, row),
    isSandbox: row.is_sandbox,
    paceKey: row.account_id,
    accountBase: row.account_base,
    fieldMap: row.field_map,
    ...(signal && { signal }),
  });
}

interface Way {
  access: Access;
  key: string | null;
  isSandbox: boolean;
  paceKey: string;
  accountBase: string | null;
  fieldMap: ApiOptions["fieldMap"];
  /** Of a job; without it a person waits for the answer. */
  signal?: AbortSignal;
}

function open(
  { config, outbound, clock }: ProviderContext,
  provider: IntegrationProvider,
  { isSandbox, signal, ...way }: Way,
): ProviderApi {
  const { base, sandbox, callsPerSecond } = config.providers[provider];
  if (isSandbox && sandbox === null) throw new Error(`This server has no sandbox of ${provider}`);
  return connectorOf(provider).open({
    ...way,
    base: isSandbox && sandbox !== null ? sandbox.base : base,
    outbound,
    isSandbox,
    callsPerSecond,
    isWaitedFor: signal === undefined,
    now: () => clock.now(),
    ...(signal && { signal }),
  });
}
