import type { TestApp } from "./test-app.ts";

/** What an entry of the audit log says of a deed: what, through which door, by whom, from where. */
export interface AuditEntry {
  action: string;
  via: string;
  actor: string | null;
  address: string | null;
}

const readLog = (app: TestApp) =>
  app.queryAsAdmin<AuditEntry & { id: string }>(
    `select id, action, via, actor_user_id as actor, ip_address as address from audit_entries
     union all select id, action, via, actor_user_id, ip_address from platform_audit_entries`,
  );

/** What a piece of work wrote into the logs, every company's and the platform's. */
export async function auditEntriesOf(app: TestApp, work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await readLog(app)).map(({ id }) => id));
  await work();
  return (await readLog(app)).filter(({ id }) => !before.has(id));
}
