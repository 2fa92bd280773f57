import type { ServerModule } from "#platform/module.ts";

/** Every domain of the server, in the order their routes are bound. Sign-in is bound by app.ts itself. */
export const serverModules: readonly ServerModule[] = [];

/** Every background job of every domain: what a worker runs. */
export const serverJobs = serverModules.flatMap((module) => module.jobs ?? []);
