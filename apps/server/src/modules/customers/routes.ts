import { customerRoutes } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import type { ConditionCheck } from "./condition-check.ts";
import { createTotalCache } from "./count-customers.ts";
import { createFacetsReader } from "./customer-facets.ts";
import { listStoredAttributes } from "./define-attributes.ts";
import { exportColumns, exportSchema, openExport } from "./export-customers.ts";
import { getCustomer } from "./get-customer.ts";
import { listCustomers } from "./list-customers.ts";
import { listEvents } from "./list-events.ts";
import type { ScoringSource } from "./scoring-source.ts";
import { searchCustomers } from "./search-customers.ts";
import { summariseSelection } from "./summarise-selection.ts";
import { readValueSources } from "./value-sources.ts";
import { changeCustomer, createCustomer } from "./write-customer.ts";
import { writeCustomerBatch } from "./write-batch.ts";

/** The customers domain; what it shows of analyses comes from `scoring`, what is asked of it is held against `check`. */
export function createCustomersModule(scoring: ScoringSource, check: ConditionCheck): ServerModule {
  return { name: "customers", routes: (api, context) => bindRoutes(api, context, scoring, check) };
}

function bindRoutes(api: Api, context: ModuleContext, scoring: ScoringSource, check: ConditionCheck): void {
  const { db, clock, tickets } = context;
  const totals = createTotalCache();
  const facets = createFacetsReader(db, scoring);
  const exports: DownloadKind<typeof exportSchema> = {
    name: "customers.export",
    schema: exportSchema,
    policy: "customers:read",
    open: async (request, user) => ({
      fileName: `customers-${clock.now().toISOString().slice(0, 10)}.csv`,
      contentType: "text/csv; charset=utf-8",
      stream: await openExport(db, user.companyId, request, clock.now()),
    }),
  };
  tickets.register(exports);

  bind(api, customerRoutes.list, async ({ query, user }) => {
    const { conditions = [] } = query;
    const now = clock.now();
    if (conditions.length > 0)
      await withTenant(db, user.companyId, (tx) =>
        check.conditions(tx, user.companyId, conditions, { root: "conditions", now }),
      );
    return listCustomers(db, totals, user.companyId, query, now);
  });
  bind(api, customerRoutes.search, ({ query, user }) =>
    searchCustomers(db, totals, user.companyId, query, clock.now()),
  );
  bind(api, customerRoutes.facets, ({ user }) => facets.read(user.companyId, clock.now()));
  bind(api, customerRoutes.get, ({ params, user }) =>
    getCustomer(db, scoring, user.companyId, params.id, clock.now()),
  );
  bind(api, customerRoutes.valueSources, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => ({
      values: await readValueSources(tx, user.companyId, params.id),
    })),
  );
  bind(api, customerRoutes.events, ({ params, query, user }) =>
    listEvents(db, user.companyId, params.id, query),
  );
  bind(api, customerRoutes.selectionSummary, async ({ body, user }) => {
    const now = clock.now();
    if ("filter" in body)
      await withTenant(db, user.companyId, (tx) =>
        check.conditions(tx, user.companyId, body.filter.conditions, { root: "filter.conditions", now }),
      );
    return summariseSelection(db, user.companyId, body, now);
  });
  const detail = (companyId: string, id: string) => getCustomer(db, scoring, companyId, id, clock.now());
  bind(api, customerRoutes.create, async ({ body, user }) =>
    detail(user.companyId, await createCustomer(context, user, body)),
  );
  bind(api, customerRoutes.update, async ({ params, body, user }) => {
    await changeCustomer(context, user, params.id, body);
    return detail(user.companyId, params.id);
  });
  bind(api, customerRoutes.writeBatch, ({ body, user }) => writeCustomerBatch(context, user, body));
  bind(api, customerRoutes.createExport, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      // Refused here, where the answer is still an error a person sees, not at the link.
      exportColumns(body.columns, await listStoredAttributes(tx, user.companyId));
      await check.selection(tx, user.companyId, body.selection, clock.now());
      await recordAudit(tx, user, { action: "customers.exported", after: body });
      return tickets.issue(tx, exports, user, body);
    }),
  );
}
