import { alikeRoutes, explanationRoutes, whatIfRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createAlikeReader } from "./alike/read-alike.ts";
import { createCompanyWhatIf, readWhatIfFields } from "./company-what-if.ts";
import { createCustomerWhatIf } from "./customer-what-if.ts";
import { explainCustomer } from "./explain-customer.ts";
import { sharedEngine } from "./shared-engine.ts";

export function bindWhatIfRoutes(api: Api, context: ModuleContext): void {
  const { db } = context;
  const engine = sharedEngine(context);
  const customerWhatIf = createCustomerWhatIf(context, engine);
  bind(api, whatIfRoutes.customer, ({ params, body, user }) =>
    customerWhatIf(user.companyId, params.id, body),
  );
  bind(api, explanationRoutes.get, ({ params, user }) =>
    explainCustomer(context, engine, user.companyId, params.id),
  );
  const readAlike = createAlikeReader(context);
  bind(api, alikeRoutes.get, ({ params, query, user }) =>
    readAlike(user.companyId, params.id, query.features),
  );
  const companyWhatIf = createCompanyWhatIf(context, engine);
  bind(api, whatIfRoutes.fields, ({ user }) => readWhatIfFields(db, user.companyId));
  bind(api, whatIfRoutes.company, ({ body, user }) => companyWhatIf(user.companyId, body));
}
