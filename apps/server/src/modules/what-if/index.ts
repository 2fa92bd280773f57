import type { Explanation } from "@forestay/contracts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { explainCustomer } from "./explain-customer.ts";
import { bindWhatIfRoutes } from "./routes.ts";
import { sharedEngine } from "./shared-engine.ts";

/** The factors and next steps of a customer's score, as the route answers them. Throws as explainCustomer. */
export const explainScore = (
  context: ModuleContext,
  companyId: string,
  customerId: string,
): Promise<Explanation> => explainCustomer(context, sharedEngine(context), companyId, customerId);

/** Questions that a model answers while somebody waits: why this score, and what if. */
export const whatIfModule: ServerModule = { name: "what-if", routes: bindWhatIfRoutes };
