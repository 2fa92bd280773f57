import { listCompanyIds } from "#modules/companies/index.ts";
import type { SealedColumn } from "#platform/crypto/rewrap-rows.ts";
import { defineRewrapJob } from "#platform/jobs/rewrap-job.ts";
import { boundTo, PURPOSE, type SecretField } from "./credential.ts";

const sealed = (table: string, column: string, field: SecretField): SealedColumn => ({
  table,
  column,
  key: ["provider"],
  purpose: PURPOSE,
  boundTo: (companyId, [provider = ""]) => boundTo(companyId, provider, field),
});

/** What lets us into connected systems, and what their news is signed with. */
export const integrationSeals: readonly SealedColumn[] = [
  sealed("integrations", "credential", "credential"),
  sealed("integrations", "webhook_secret", "webhook_secret"),
  sealed("integration_tokens", "tokens", "tokens"),
];

export const rewrapJob = defineRewrapJob("integrations.rewrap", listCompanyIds, integrationSeals);
