import type { SqlClient } from "#platform/db/transaction.ts";
import { roleOfEventType, type EventRole } from "./event-role.ts";

/** Types of events of a company: more are a column that is no type (an id, a page's address). */
export const MOST_EVENT_TYPES = 500;

/**
 * Types that tell of support are numbered from here on: an index of their events, few among very many, begins at this number
 * (0504).
 */
const SUPPORT_TYPES_AFTER = 20_000;

interface TypeRow {
  id: number;
  name: string;
}

/**
 * The numbers of types by name, in the order of `names`; null for those that would be too many, or too long. Makes those that
 * are new, each with the role that its words suggest, unless it is a dry run: then they have the number 0.
 */
export async function findEventTypes(
  client: SqlClient,
  companyId: string,
  names: readonly string[],
  { dryRun }: { dryRun: boolean },
): Promise<(number | null)[]> {
  const { rows } = await client.query<TypeRow>("select id, name from event_types where company_id = $1", [
    companyId,
  ]);
  const ids = new Map<string, number | null>(rows.map(({ id, name }) => [name, id]));
  let lastId = Math.max(0, ...rows.map(({ id }) => id).filter((id) => id < SUPPORT_TYPES_AFTER));
  let lastSupportId = Math.max(SUPPORT_TYPES_AFTER, ...rows.map(({ id }) => id));
  const added: (TypeRow & { role: EventRole })[] = [];
  for (const name of names) {
    if (ids.has(name)) continue;
    const fits = name.length >= 1 && name.length <= 100 && rows.length + added.length < MOST_EVENT_TYPES;
    const role = roleOfEventType(name);
    const id = fits ? (role === "support" ? ++lastSupportId : ++lastId) : null;
    if (id !== null) added.push({ id, name, role });
    ids.set(name, id !== null && dryRun ? 0 : id);
  }
  if (added.length > 0 && !dryRun) {
    await client.query(
      `insert into event_types (company_id, id, name, role)
       select $1, id, name, role from jsonb_to_recordset($2::jsonb) as t (id smallint, name text, role text)`,
      [companyId, JSON.stringify(added)],
    );
  }
  return names.map((name) => ids.get(name) ?? null);
}
