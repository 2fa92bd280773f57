import type { ServerModule } from "#platform/server-module.ts";
import { erasuresTold, eraseToldJob } from "./erase-told.ts";
import { askToEraseJob, deletionsTold } from "./ask-to-erase.ts";
import { removeFilesJob } from "./erase-customer.ts";
import { bindCustomerDataRoutes } from "./routes.ts";

export { customerErased } from "./erase-customer.ts";

/** All that is kept of one customer: taken along, erased, or made part of another. */
export const customerDataModule: ServerModule = {
  name: "customer-data",
  routes: bindCustomerDataRoutes,
  jobs: [removeFilesJob, eraseToldJob, askToEraseJob],
  subscriptions: [erasuresTold, deletionsTold],
};
