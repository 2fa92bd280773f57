import type { ServerModule } from "#platform/server-module.ts";
import { deleteDueCompanies } from "./delete-company.ts";
import { bindCompanyDataRoutes } from "./routes.ts";
import { takeInJob } from "./take-in-job.ts";

export { refuseLastAdmin, scheduleDeletion } from "./delete-company.ts";

/** All of a company's data: taken along, brought in, or deleted. */
export const companyDataModule: ServerModule = {
  name: "company-data",
  routes: bindCompanyDataRoutes,
  jobs: [deleteDueCompanies, takeInJob],
};
