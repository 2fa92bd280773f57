import { sql } from "kysely";
import { customerErased } from "#modules/customer-data/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { on } from "#platform/events/domain-events.ts";
import { writeMessages } from "../messages/write-messages.ts";

export const erasedNews = [
  // In the transaction: what webhooks keep of a customer goes with the customer, or neither does.
  on(customerErased, async (tx, { companyId, customerId }, context) => {
    await forgetCustomer(tx, companyId, customerId);
    await writeMessages(tx, context, companyId, [
      { kind: "customer.erased", key: customerId, at: context.clock.now(), data: { customerId } },
    ]);
  }),
];

/** Takes a customer out of every message, sent or not, and deletes what receivers answered to those that named it. */
async function forgetCustomer(tx: Tx, companyId: string, customerId: string): Promise<void> {
  await sql`
    with named as (
      update webhook_messages set data = case
        when data ? 'customers' then jsonb_set(data, '{customers}', coalesce(
          (select jsonb_agg(one) from jsonb_array_elements(data -> 'customers') one where one ->> 'id' <> ${customerId}), '[]'))
        else jsonb_set(data, '{customer,externalId}', 'null') end
      where company_id = ${companyId} and (
        data @> jsonb_build_object('customers', jsonb_build_array(jsonb_build_object('id', ${customerId}::text)))
        or data @> jsonb_build_object('customer', jsonb_build_object('id', ${customerId}::text)))
      returning id
    )
    update webhook_deliveries set answer = null
    where company_id = ${companyId} and message_id in (select id from named)`.execute(tx);
}
