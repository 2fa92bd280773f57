import { defineEvent } from "#platform/events/domain-events.ts";

/**
 * What is kept of customers beside their own values changed: tags, owners, risk cases, what they did; or some are not there any
 * more. Told in the transaction that wrote it.
 */
export const customersMarked = defineEvent<{ companyId: string }>("customers.marked");
