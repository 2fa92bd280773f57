import type { IntegrationPreview } from "@forestay/contracts";
import { integrationObjectLabel, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { matchLinked } from "#modules/customers/index.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { LinkedCustomerInput } from "#modules/customers/index.ts";
import { includedObjects, lockIntegration } from "./integration-rows.ts";
import { openStored, type ProviderContext } from "./providers.ts";
import { ProviderError } from "./provider-error.ts";

const SAMPLES = 3;
const PROBLEMS = 5;

/** What would come in, from one page of each object: read there, matched here, and nothing written. */
export async function preview(
  context: ProviderContext & Pick<ModuleContext, "db">,
  companyId: string,
  provider: IntegrationProvider,
): Promise<IntegrationPreview> {
  const row = await withTenant(context.db, companyId, (tx) => lockIntegration(tx, companyId, provider));
  const api = openStored(context, row);
  const objects: IntegrationPreview["objects"] = [];
  const customers: LinkedCustomerInput[] = [];
  for (const object of includedObjects(row)) {
    const { records, next } = await api.readPage(object, null).catch(askedOf);
    customers.push(...records.flatMap(({ customer }) => (customer ? [customer] : [])));
    objects.push({
      object,
      label: integrationObjectLabel(provider, object),
      looked: records.length,
      hasMore: next !== null,
      samples: records
        .filter(({ problem }) => problem === undefined)
        .slice(0, SAMPLES)
        .map(({ label, detail }) => ({ label, detail })),
      problems: records
        .flatMap(({ label, problem }) => (problem === undefined ? [] : [{ label, reason: problem }]))
        .slice(0, PROBLEMS),
    });
  }
  const matches = await withTenantClient(context.db, companyId, ({ client }) =>
    matchLinked(client, companyId, provider, customers),
  );
  return { objects, customers: matches };
}

/** For a person who waits: what the system did not answer. */
export function askedOf(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  throw new AppError(error.failure === "passing" ? "provider_unavailable" : "invalid_state", {
    message: error.message,
  });
}
