import { z } from "zod";
import type { SourceRecord } from "../../connector.ts";

const LONGEST = 200;

/** A member as the list has it. */
export const member = z.object({
  id: z.string(),
  email_address: z.string(),
  full_name: z.string().nullish(),
  status: z.string(),
  last_changed: z.string(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  stats: z
    .object({
      avg_open_rate: z.number().nullish(),
      avg_click_rate: z.number().nullish(),
      ecommerce_data: z.object({ number_of_orders: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

/** Statuses of who wants no mail, or cannot be reached: whoever cannot be reached is told apart, since no message reaches them. */
const withdrawnBy: Readonly<Record<string, "unsubscribed" | "bounced">> = {
  unsubscribed: "unsubscribed",
  cleaned: "bounced",
};

/**
 * A member: matched with whom we know. Being on a list makes nobody a customer; having ordered does. Consent is no state of a
 * subscription: who withdrew it is written to no more, and nothing else of them changes.
 */
export function mapMember(one: z.infer<typeof member>): SourceRecord {
  const { id, status, last_changed: changed, stats } = one;
  const email = one.email_address.trim();
  const fullName = one.full_name?.trim() || null;
  const record = {
    object: "members",
    sourceId: id,
    label: fullName ?? email,
    detail: `${email}, ${status}`,
    ofCustomers: [],
  };
  if (!/^[^\s@]{1,200}@[^\s@]{1,119}$/.test(email))
    return { ...record, problem: `'${email.slice(0, 100)}' is no e-mail address. Correct it in Mailchimp.` };
  const reason = withdrawnBy[status];
  const tags = (one.tags ?? []).map(({ name }) => name).join(", ");
  const share = (rate: number | null | undefined) => (rate == null ? null : Math.round(rate * 1000) / 1000);
  const values = Object.fromEntries(
    Object.entries({
      "Mailing list": status,
      "Email open rate": share(stats?.avg_open_rate),
      "Email click rate": share(stats?.avg_click_rate),
      "Mailing tags": tags === "" ? null : tags.slice(0, LONGEST),
    }).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
  return {
    ...record,
    customer: {
      sourceId: id,
      email,
      fullName,
      isCustomer: (stats?.ecommerce_data?.number_of_orders ?? 0) > 0,
    },
    traits: [{ sourceId: id, values }],
    ...(reason !== undefined && { withdrawn: { email, reason, at: new Date(changed) } }),
  };
}
