import { listCompanyIds } from "#modules/companies/index.ts";
import type { SealedColumn } from "#platform/crypto/rewrap-rows.ts";
import { defineRewrapJob } from "#platform/jobs/rewrap-job.ts";
import { boundTo, PURPOSE } from "./dkim-key.ts";

/** What signs mail of companies' own domains. */
export const domainSeals: readonly SealedColumn[] = [
  {
    table: "sender_domains",
    column: "sealed_private_key",
    key: ["id"],
    purpose: PURPOSE,
    boundTo: (companyId, [domainId = ""]) => boundTo(companyId, domainId),
  },
];

export const rewrapJob = defineRewrapJob("customer-mail.rewrap", listCompanyIds, domainSeals);
