import { defineEvent } from "#platform/events/domain-events.ts";

/** A program wrote customers. Told in the transaction that wrote them. */
export const customersWritten = defineEvent<{ companyId: string }>("customers.written");
