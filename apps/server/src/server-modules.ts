import type { JobDefinition } from "#platform/jobs/job.ts";
import type { ModuleContext, ServerModule } from "#platform/module.ts";

/** Every domain of the server, in the order their routes are bound. Sign-in is bound by app.ts itself. */
export const serverModules: readonly ServerModule[] = [];

/** Every background job of every domain: what a worker runs. */
export const serverJobs: readonly JobDefinition[] = serverModules.flatMap((module) => module.jobs ?? []);

/** Fills the demo company with customers and their history. */
export async function loadDemoCustomers(_context: ModuleContext, _companyId: string): Promise<void> {}
