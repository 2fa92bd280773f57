import type { ServerModule } from "#platform/server-module.ts";
import { remindJob } from "./remind.ts";
import { bindCaseRoutes, bindWorkRoutes } from "./routes.ts";

export { countWorkOf, handOverWork } from "./hand-over.ts";
export { forgetInWork } from "./forget-person.ts";
export { readOpenCases } from "./keepings.ts";
export { caseMoved, peopleMentioned, taskDue, workAssigned } from "./events.ts";

export { readKeepings } from "./keepings.ts";
export { addNote, listNotes } from "./notes.ts";
export { addTask } from "./tasks.ts";
export { addTasksFor } from "./give-tasks.ts";

/** The daily work with customers: who looks after whom, notes, tasks, risk cases. */
export const workModule: ServerModule = {
  name: "work",
  routes(api, context) {
    bindWorkRoutes(api, context);
    bindCaseRoutes(api, context);
  },
  jobs: [remindJob.cron, remindJob.company],
};
