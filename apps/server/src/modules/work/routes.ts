import { caseRoutes, workRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readCaseOutcomes } from "./case-outcomes.ts";
import { changeCase, closeCase, openCase, reopenCase } from "./cases.ts";
import { readKeepings } from "./keepings.ts";
import { casesOfCustomer, listCases } from "./list-cases.ts";
import { addNote, changeNote, deleteNote, listNotes } from "./notes.ts";
import { setOwner } from "./set-owner.ts";
import { readWorkSummary } from "./summary.ts";
import { addTask, changeTask, deleteTask, listTasks } from "./tasks.ts";

/** Binds owners, notes and tasks. */
export function bindWorkRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, workRoutes.keepings, async ({ query, user }) => ({
    items: await readKeepings(db, user.companyId, query.customerIds, clock.now()),
  }));
  bind(api, workRoutes.setOwner, ({ params, body, user }) => setOwner(context, user, params.id, body));
  bind(api, workRoutes.listNotes, ({ params, query, user }) =>
    listNotes(db, user.companyId, params.id, query),
  );
  bind(api, workRoutes.addNote, ({ params, body, user }) => addNote(context, user, params.id, body));
  bind(api, workRoutes.changeNote, ({ params, body, user }) => changeNote(context, user, params.id, body));
  bind(api, workRoutes.deleteNote, async ({ params, query, user }) => {
    await deleteNote(db, user, params.id, query.version);
    return {};
  });
  bind(api, workRoutes.listTasks, ({ query, user }) => listTasks(db, user, query, clock.now()));
  bind(api, workRoutes.addTask, ({ params, body, user }) => addTask(context, user, params.id, body));
  bind(api, workRoutes.changeTask, ({ params, body, user }) => changeTask(context, user, params.id, body));
  bind(api, workRoutes.deleteTask, async ({ params, query, user }) => {
    await deleteTask(db, user, params.id, query.version);
    return {};
  });
  bind(api, workRoutes.summary, ({ user }) => readWorkSummary(db, user, clock.now()));
}

/** Binds risk cases. */
export function bindCaseRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, caseRoutes.list, ({ query, user }) => listCases(db, user, query, clock.now()));
  bind(api, caseRoutes.ofCustomer, ({ params, user }) =>
    casesOfCustomer(db, user.companyId, params.id, clock.now()),
  );
  bind(api, caseRoutes.open, ({ params, body, user }) => openCase(context, user, params.id, body));
  bind(api, caseRoutes.change, ({ params, body, user }) => changeCase(context, user, params.id, body));
  bind(api, caseRoutes.close, ({ params, body, user }) => closeCase(context, user, params.id, body));
  bind(api, caseRoutes.reopen, ({ params, user }) => reopenCase(context, user, params.id));
  bind(api, caseRoutes.outcomes, ({ query, user }) =>
    readCaseOutcomes(db, user.companyId, query.days, clock.now()),
  );
}
