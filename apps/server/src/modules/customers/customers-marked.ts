import { defineEvent } from "#platform/events/domain-events.ts";

/** People changed what they keep of customers: tags, owners, risk cases. Told in the transaction that wrote it. */
export const customersMarked = defineEvent<{ companyId: string }>("customers.marked");
