import { sql } from "kysely";
import { readCompanySettings, readStaffNames } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { isTimeZone } from "#platform/zoned-time.ts";
import type { TagValues } from "./content/render-content.ts";

/** A customer as a message knows them. */
export interface Recipient {
  customerId: string;
  /** Null: there is none, and nothing can be sent. */
  address: string | null;
  /** The customer's own, where the company told it; null: the company's holds. */
  timeZone: string | null;
  values: TagValues;
}

/** Names under which companies keep a customer's zone among their own attributes. */
const zoneKeys = ["time_zone", "timezone", "timeZone", "tz"];

/** What messages to some customers are filled in with, by id; those who are gone are left out. */
export async function readRecipients(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, Recipient>> {
  if (customerIds.length === 0) return new Map();
  const company = await readCompanySettings(tx, companyId);
  const staff = await readStaffNames(tx, companyId);
  const { rows } = await sql<{
    id: string;
    email: string | null;
    name: string | null;
    plan: string | null;
    zone: string | null;
    owner_id: string | null;
  }>`
    select c.id, c.email, c.full_name as name, c.plan, o.user_id as owner_id,
      coalesce(${sql.join(zoneKeys.map((key) => sql`c.attributes->>${key}`))}) as zone
    from customers c
    left join customer_owners o on o.company_id = c.company_id and o.customer_id = c.id
    where c.company_id = ${companyId} and c.id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Map(
    rows.map(({ id, email, name, plan, zone, owner_id }) => {
      const owner = owner_id === null ? null : (staff.get(owner_id) ?? null);
      return [
        id,
        {
          customerId: id,
          address: email,
          timeZone: zone !== null && isTimeZone(zone) ? zone : null,
          values: {
            "customer.firstName": firstOf(name),
            "customer.lastName": lastOf(name),
            "customer.fullName": name,
            "customer.plan": plan,
            "owner.firstName": firstOf(owner),
            "owner.fullName": owner,
            "company.name": company.name,
          },
        },
      ];
    }),
  );
}

const firstOf = (name: string | null) => name?.trim().split(/\s+/)[0] ?? null;
function lastOf(name: string | null): string | null {
  const words = name?.trim().split(/\s+/) ?? [];
  return words.length < 2 ? null : (words.at(-1) ?? null);
}
