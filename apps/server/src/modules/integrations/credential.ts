import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { openSecret, sealSecret } from "#platform/crypto/seal.ts";

export const PURPOSE = "integration-credential";
const SHOWN = 4;

/** What a secret is tied to. */
export const boundTo = (companyId: string, provider: string, field: SecretField): string =>
  `${companyId}|${provider}|${field}`;

/** Which of a connection's secrets: what lets us in, what its news is signed with, what a person who is awaited back proves. */
export type SecretField = "credential" | "webhook_secret" | "tokens" | "verifier";

/** A secret of one connection as it is stored: copied to another company, system or field it does not open. */
export const sealFor = (
  secretKeys: readonly string[],
  companyId: string,
  provider: IntegrationProvider,
  field: SecretField,
  secret: string,
): Buffer => sealSecret(secretKeys, PURPOSE, boundTo(companyId, provider, field), Buffer.from(secret));

export const openFor = (
  secretKeys: readonly string[],
  companyId: string,
  provider: IntegrationProvider,
  field: SecretField,
  sealed: Buffer,
): string => openSecret(secretKeys, PURPOSE, boundTo(companyId, provider, field), sealed).toString();

/** Its last characters, by which a person tells it from another. */
export const hintOf = (secret: string): string => secret.slice(-SHOWN);
