import { trackingLimits, type AttributeDefinition } from "@forestay/contracts";
import { defineAttributes, listStoredAttributes, upsertCustomerBatch } from "#modules/customers/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import type { Traits } from "./inbox-row.ts";
import { personKey, type Ref } from "./people.ts";

/** Somebody, and what is said of them. */
export interface ToldPerson {
  ref: Ref;
  traits: Traits;
  /** That they have now; what is stored of a person known by it stays. */
  email: string | null;
}

/**
 * Writes what is said of people to their customers, and makes those who are none. An absent value overwrites nothing; of two
 * that speak of one person the later one counts. `madeKnown`: somebody is there who was not, or has an id who had none.
 */
export async function writePeople(
  { tx, client }: { tx: Tx; client: SqlClient },
  companyId: string,
  told: readonly ToldPerson[],
  now: Date,
): Promise<{ madeKnown: boolean }> {
  if (told.length === 0) return { madeKnown: false };
  const kinds = await columnKinds(tx, companyId, told);
  const people = onePerPerson(
    told.map((one) => ({
      ...one,
      traits: { ...one.traits, attributes: thatFit(one.traits.attributes, kinds) },
    })),
  );
  const { created } = await upsertCustomerBatch(
    client,
    companyId,
    people.map(({ ref, email, traits }) => ({
      ...traits,
      externalId: ref.externalId,
      email: ref.externalId === null ? ref.email : (email ?? ref.email),
    })),
    { toldAt: now, teller: { source: "tracking" } },
  );
  return {
    madeKnown: created > 0 || people.some(({ ref }) => ref.externalId !== null && ref.email !== null),
  };
}

/** Keeps what is said of people who are no customers, for when they are. */
export async function keepWaiting(
  client: SqlClient,
  companyId: string,
  told: readonly ToldPerson[],
  now: Date,
): Promise<void> {
  if (told.length === 0) return;
  const rows = onePerPerson(told).map(({ ref, traits, email }) => ({
    person_key: personKey(ref),
    external_id: ref.externalId,
    email: ref.email ?? email,
    traits,
  }));
  await client.query(
    `insert into tracking_waiting_people (company_id, person_key, external_id, email, traits, told_at)
     select $1, person_key, external_id, email, traits, $3 from jsonb_to_recordset($2::jsonb)
       as r (person_key text, external_id text, email text, traits jsonb)
     on conflict (company_id, person_key) do update set
       email = coalesce(excluded.email, tracking_waiting_people.email), told_at = excluded.told_at,
       traits = tracking_waiting_people.traits || excluded.traits || jsonb_build_object('attributes',
         coalesce(tracking_waiting_people.traits -> 'attributes', '{}') || coalesce(excluded.traits -> 'attributes', '{}'))`,
    [companyId, JSON.stringify(rows), now],
  );
}

function onePerPerson(told: readonly ToldPerson[]): ToldPerson[] {
  const people = new Map<string, ToldPerson>();
  for (const one of told) {
    const key = personKey(one.ref);
    const before = people.get(key);
    people.set(
      key,
      before === undefined
        ? one
        : {
            ref: one.ref,
            email: one.email ?? before.email,
            traits: {
              ...before.traits,
              ...one.traits,
              attributes: { ...before.traits.attributes, ...one.traits.attributes },
            },
          },
    );
  }
  return [...people.values()];
}

type Value = string | number | boolean;
type Kind = AttributeDefinition["kind"];

/** The company's own columns by kind; those that nobody has sent before are added, as many as there may be. */
async function columnKinds(
  tx: Tx,
  companyId: string,
  people: readonly ToldPerson[],
): Promise<Map<string, Kind>> {
  const kinds = new Map((await listStoredAttributes(tx, companyId)).map(({ key, kind }) => [key, kind]));
  const added: AttributeDefinition[] = [];
  for (const { traits } of people) {
    for (const [key, value] of Object.entries(traits.attributes ?? {})) {
      if (kinds.has(key) || kinds.size >= trackingLimits.columns) continue;
      const kind = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";
      kinds.set(key, kind);
      added.push({ key, label: key, kind });
    }
  }
  await defineAttributes(tx, companyId, added);
  return kinds;
}

/** Without values that are not of their column's kind, and those without a column. */
function thatFit(
  attributes: Traits["attributes"] = {},
  kinds: ReadonlyMap<string, Kind>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(attributes).filter(([key, value]) => fits(kinds.get(key), value)));
}

function fits(kind: Kind | undefined, value: Value): boolean {
  if (kind === undefined) return false;
  // A date or an amount of a file's column has a form that nobody promised here.
  if (kind === "date" || kind === "money") return false;
  return typeof value === (kind === "text" ? "string" : kind);
}
