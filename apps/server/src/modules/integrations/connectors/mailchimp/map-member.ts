import type { SourceRecord } from "../../connector.ts";
import { saidBy, type MapLine } from "../../mapping/mapped-fields.ts";
import { valueIn } from "./fields.ts";
import type { Member } from "./member.ts";

/** Statuses of who wants no mail, or cannot be reached: whoever cannot be reached is told apart, since no message reaches them. */
const withdrawnBy: Readonly<Record<string, "unsubscribed" | "bounced">> = {
  unsubscribed: "unsubscribed",
  cleaned: "bounced",
};

/**
 * A member: matched with whom we know. Being on a list makes nobody a customer; having ordered does. Consent is no state of a
 * subscription: who withdrew it is written to no more, and nothing else of them changes.
 */
export function mapMember(one: Member, lines: readonly MapLine[]): SourceRecord {
  const { id, status, last_changed: changed, stats } = one;
  const address = one.email_address.trim();
  const { fullName, email, values, own } = saidBy(lines, valueIn(one));
  const record = {
    object: "members",
    sourceId: id,
    label: fullName ?? address,
    detail: `${address}, ${status}`,
    ofCustomers: [],
  };
  if (![address, email ?? address].every((said) => /^[^\s@]{1,200}@[^\s@]{1,119}$/.test(said)))
    return {
      ...record,
      problem: `'${(email ?? address).slice(0, 100)}' is no e-mail address. Correct it in Mailchimp.`,
    };
  const reason = withdrawnBy[status];
  return {
    ...record,
    customer: {
      sourceId: id,
      email,
      fullName,
      isCustomer: (stats?.ecommerce_data?.number_of_orders ?? 0) > 0,
      ...values,
    },
    traits: [{ sourceId: id, values: own }],
    ...(reason !== undefined && { withdrawn: { email: address, reason, at: new Date(changed) } }),
  };
}
