import { defaultCancelFlow, defaultRecoveryPolicy, type AuditAction } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";

import { walkCampaigns } from "./audited-campaigns.ts";
import { walkCustomerMail } from "./audited-customer-mail.ts";
import { walkIntegrations } from "./audited-integrations.ts";
import type { TestApp } from "./test-app.ts";

export { walkWaitingList } from "./audited-waiting-list.ts";
export { walkSupport } from "./audited-support.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string | readonly string[]; body?: object },
) => Promise<LightMyRequestResponse>;

const idOf = (answer: LightMyRequestResponse) => answer.json<{ id: string }>().id;

/** Every route of the daily work with a customer, done once. */
export async function walkWork(
  app: TestApp,
  writes: Writes,
  customerId: string,
  userId: string,
): Promise<void> {
  const id = customerId;
  const own = { body: { externalId: "own", fullName: "Own" } };
  const made = idOf(await writes("customer.created", "POST /customers", own));
  await writes("customer.changed", "PUT /customers/:id", { id: made, body: { plan: "Pro" } });
  const verdict = { id, body: { verdict: "too_high", because: "New contract" } };
  await writes("score.judged", "PUT /customers/:id/score-feedback", verdict);
  await writes("customer.exported", "POST /customers/:id/exports", { id: made });
  await writes("customers.exported", "POST /dashboard/rows/exports", { body: { figure: "mrr" } });
  const twin = { body: { externalId: "twin", fullName: "Twin" } };
  const otherId = idOf(await writes("customer.created", "POST /customers", twin));
  await writes("customer.merged", "POST /customers/:id/merge", {
    id: made,
    body: { otherId, typedName: "Twin" },
  });
  await writes("customer.erased", "POST /customers/:id/erase", { id: made, body: { typedName: "Own" } });
  await writes("customer.assigned", "PUT /customers/:id/owner", { id, body: { userId } });
  const view = { body: { name: "View", conditions: [] } };
  const saved = idOf(await writes("customer_view.saved", "POST /customer-views", view));
  await writes("customer_view.changed", "PUT /customer-views/:id", {
    id: saved,
    body: { ...view.body, name: "Renamed", version: 1 },
  });
  await writes("customer_view.removed", "DELETE /customer-views/:id", { id: saved });
  const tag = idOf(
    await writes("customer.tagged", "POST /customers/:id/tags", { id, body: { name: "VIP" } }),
  );
  await writes("customer.untagged", "DELETE /customers/:id/tags/:tagId", { id: [id, tag] });
  await writes("tag.renamed", "PUT /tags/:id", { id: tag, body: { name: "Key account" } });
  await writes("tag.deleted", "DELETE /tags/:id", { id: tag });
  const note = { id, body: { body: "Finance contact changes" } };
  const noteId = idOf(await writes("note.written", "POST /customers/:id/notes", note));
  await writes("note.changed", "PUT /notes/:id", {
    id: noteId,
    body: { body: "It has changed", version: 1 },
  });
  await writes("note.deleted", "DELETE /notes/:id", { id: noteId });
  const task = idOf(
    await writes("task.added", "POST /customers/:id/tasks", { id, body: { title: "Call them" } }),
  );
  await writes("task.changed", "PUT /tasks/:id", {
    id: task,
    body: { title: "Call them", isDone: true, version: 1 },
  });
  await writes("task.deleted", "DELETE /tasks/:id", { id: task });
  await writes("note.written", "POST /mcp/write", {
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "add_note", arguments: { customerId: id, body: "By a model" } },
    },
  });
  await walkCustomerMail(app, writes);
  // Whom a campaign could write to.
  await app.queryAsAdmin(
    `update customers set email = 'c' || left(id::text, 8) || '@example.test'
     where email is null and company_id = (select company_id from customers where id = $1)`,
    [id],
  );
  await walkCampaigns(writes, id);
  const selection = { customerIds: [id] };
  const many = { body: { selection, deed: { kind: "tag", name: "Many" } } };
  const bulk = idOf(await writes("customers.bulk_changed", "POST /customers/bulk-actions", many));
  await app.queryAsAdmin("update bulk_actions set status = 'failed' where id = $1", [bulk]);
  await writes("customers.bulk_resumed", "POST /customers/bulk-actions/:id/resume", { id: bulk });
  await app.drainJobs();
  await writes("customers.bulk_undone", "POST /customers/bulk-actions/:id/undo", { id: bulk });
  const opened = await writes("risk_case.opened", "POST /customers/:id/cases", {
    id,
    body: { reason: "price" },
  });
  const caseId = idOf(opened);
  await writes("risk_case.changed", "PUT /cases/:id", {
    id: caseId,
    body: { stage: 1, reason: "price", version: 1 },
  });
  await writes("risk_case.closed", "POST /cases/:id/close", {
    id: caseId,
    body: { outcome: "recovered", reason: "price", version: 2 },
  });
  await writes("risk_case.reopened", "POST /cases/:id/reopen", { id: caseId });
  await walkRecovery(app, writes, id);
}

/** Every decision about a failed payment, made once; the bill and its failed try are the ledger's. */
async function walkRecovery(app: TestApp, writes: Writes, customerId: string): Promise<void> {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    `with bill as (
       insert into invoices (company_id, customer_id, source, source_id, kind, status, currency, amount_minor, issued_at, told_at)
       select company_id, id, 'file', 'I-1', 'invoice', 1, 'USD', 5000, now(), now() from customers where id = $1
       returning *),
     failed as (
       insert into payment_attempts (company_id, customer_id, source, source_id, invoice_source_id, attempted_at, succeeded,
         currency, amount_minor, told_at)
       select company_id, customer_id, source, 'A-1', source_id, now(), false, currency, amount_minor, now() from bill)
     insert into recovery_cases (company_id, customer_id, source, invoice_source_id, invoice_id, currency, amount_minor,
       first_failed_at, decline_class, decline_reason, tries, last_tried_at, status, updated_at)
     select company_id, customer_id, source, source_id, id, currency, amount_minor, now(), 'soft', 'not_said', 1, now(), 'open', now()
     from bill returning id`,
    [customerId],
  );
  const id = row?.id ?? "";
  await writes("recovery.paused", "POST /recovery/cases/:id/pause", { id });
  await writes("recovery.resumed", "POST /recovery/cases/:id/resume", { id });
  await writes("recovery.link_made", "POST /recovery/cases/:id/link", { id });
  await writes("recovery.link_sent", "POST /recovery/cases/:id/send-link", { id });
  await writes("recovery.settings_saved", "PUT /recovery/settings", {
    body: { sends: true, retries: "observe", controlPercent: 5 },
  });
  // Of a provider that is not connected: it is asked for, and not made.
  await app.queryAsAdmin("update recovery_settings set own_since = '2020-01-01'");
  for (const table of ["invoices", "payment_attempts", "recovery_cases"])
    await app.queryAsAdmin(`update ${table} set source = 'stripe' where customer_id = $1`, [customerId]);
  await writes("recovery.retried", "POST /recovery/cases/:id/retry", { id });
  await writes("recovery.marked_paid", "POST /recovery/cases/:id/mark", { id, body: { as: "paid" } });
  await writes("recovery.unmarked", "POST /recovery/cases/:id/unmark", { id });
  await writes("recovery.policy_saved", "PUT /recovery/policy/draft", { body: defaultRecoveryPolicy });
  await writes("recovery.policy_used", "POST /recovery/policy/use");
  await writes("cancel_flow.saved", "PUT /cancel-flow", { body: { ...defaultCancelFlow, isOn: true } });
  await app.queryAsAdmin(
    "update customers set external_id = coalesce(external_id, 'C-cancel') where id = $1",
    [customerId],
  );
  const [named] = await app.queryAsAdmin<{ external_id: string }>(
    "select external_id from customers where id = $1",
    [customerId],
  );
  await writes("cancel_flow.started", "POST /cancel-flow/sessions", {
    body: { externalId: named?.external_id ?? "" },
  });
  const [session] = await app.queryAsAdmin<{ id: string }>(
    "update cancel_sessions set outcome = 'accepted', decided_at = now() where customer_id = $1 returning id",
    [customerId],
  );
  await writes("cancel_flow.settled", "POST /cancel-flow/sessions/:id/settle", {
    id: session?.id ?? "",
    body: {},
  });
  await writes("recovery.written_off", "POST /recovery/cases/:id/mark", { id, body: { as: "written_off" } });
}

/** Every route of tracking that changes anything, done once. */
async function walkTracking(writes: Writes): Promise<void> {
  const made = await writes("tracking_key.created", "POST /company/tracking/keys", { body: { name: "Web" } });
  const { trackingKey } = made.json<{ trackingKey: { id: string } }>();
  await writes("tracking_key.revoked", "DELETE /company/tracking/keys/:id", { id: trackingKey.id });
  await writes("tracking.changed", "PUT /company/tracking", { body: { unknownPeople: "create" } });
}

/** Every route of webhooks, done once; none of what it sends leaves, because the address is gone before any job runs. */
async function walkWebhooks(app: TestApp, writes: Writes): Promise<void> {
  const address = { url: "https://8.8.8.8/hook", kinds: ["import.failed"] };
  const made = await writes("webhook.created", "POST /company/webhooks", { body: address });
  const { id } = made.json<{ webhook: { id: string } }>().webhook;
  const body = { ...address, description: "Other" };
  await writes("webhook.changed", "PUT /company/webhooks/:id", { id, body });
  await writes("webhook.secret_rotated", "POST /company/webhooks/:id/secret", { id });
  const sent = idOf(await writes("webhook.tested", "POST /company/webhooks/:id/test", { id }));
  await app.queryAsAdmin(
    "update webhook_deliveries set status = 'failed', kind = 'import.failed' where id = $1",
    [sent],
  );
  const replay = "POST /company/webhooks/:id/deliveries/:deliveryId/replay";
  await writes("webhook.replayed", replay, { id: [id, sent] });
  await writes("webhook.paused", "POST /company/webhooks/:id/pause", { id });
  await app.queryAsAdmin("update webhook_deliveries set status = 'held' where id = $1", [sent]);
  await writes("webhook.resumed", "POST /company/webhooks/:id/resume", { id });
  await writes("webhook.replayed", "POST /company/webhooks/:id/replay", { id });
  await writes("webhook.removed", "DELETE /company/webhooks/:id", { id });
}

/** Every route of the ways in and out: events, webhooks, connected systems. */
export async function walkDoors(
  app: TestApp,
  writes: Writes,
  send: Parameters<typeof walkIntegrations>[2],
): Promise<void> {
  await walkTracking(writes);
  await walkWebhooks(app, writes);
  await walkIntegrations(app, writes, send);
}
