import { sql } from "kysely";

/** Which part of what failed a case is (contracts: `recoveryParts`): each is exactly one. */
export const partSql = sql<string>`case
  when status = 'recovered' then 'recovered'
  when status = 'manual' then 'by_hand'
  when status in ('lost', 'cancelled') then 'lost'
  when decline_class in ('act', 'never') then 'waiting'
  else 'retrying' end`;
