import { listCompanyIds } from "#modules/companies/index.ts";
import type { SealedColumn } from "#platform/crypto/rewrap-rows.ts";
import { defineRewrapJob } from "#platform/jobs/rewrap-job.ts";
import { boundTo, PURPOSE } from "./secrets.ts";

const sealed = (column: string): SealedColumn => ({
  table: "webhook_endpoints",
  column,
  key: ["id"],
  purpose: PURPOSE,
  boundTo: (companyId, [endpointId = ""]) => boundTo({ companyId, endpointId }),
});

/** What a company's receivers know our messages by. */
export const webhookSeals: readonly SealedColumn[] = [
  sealed("sealed_secret"),
  sealed("previous_sealed_secret"),
];

export const rewrapJob = defineRewrapJob("webhooks.rewrap", listCompanyIds, webhookSeals);
