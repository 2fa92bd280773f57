import {
  changeCustomerTotals,
  customersMarked,
  customersWritten,
  findPeople,
  type FoundPerson,
} from "#modules/customers/index.ts";
import { writeLedger, type LedgerInputs } from "#modules/ledger/index.ts";
import type { TrackingRefusal } from "@forestay/contracts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import type { DomainEvents } from "#platform/events/domain-events.ts";
import type { InboxRow } from "./inbox-row.ts";
import { addCounts, addKinds, noCounts, type HourCounts } from "./keep-counts.ts";
import { keepRefusals } from "./keep-refusals.ts";
import { refOf, TRACKING_SOURCE } from "./people.ts";
import { readUnknownPeople } from "./read-unknown-people.ts";
import { keepWaiting, writePeople, type ToldPerson } from "./write-people.ts";

/** Rows of one transaction: more would hold up the answers that this process gives beside it. */
const ROWS_PER_BATCH = 500;

interface Handles {
  tx: Tx;
  client: SqlClient;
  events: DomainEvents;
}

type Taken = InboxRow & { receivedAt: Date };
type OfKind<K extends InboxRow["kind"]> = Extract<InboxRow, { kind: K }> & { receivedAt: Date };

/** Takes the next rows out of a company's inbox and does what they say; false when there are no more. */
export async function takeInBatch(handles: Handles, companyId: string, now: Date): Promise<boolean> {
  const { tx, client, events } = handles;
  // What a power cut takes back is in the inbox again: no answer waits for this to reach the disk.
  await client.query("set local synchronous_commit = off");
  // Before any row of a customer is touched: who writes customers takes this lock first, so that none waits in a circle.
  await changeCustomerTotals(client, companyId, 0);
  const all = await takeRows(client, companyId);
  if (all.length === 0) return false;
  const fresh = await withoutRepetitions(client, companyId, all, now);
  const hours = new HourlyCounts();
  for (const row of all) if (!fresh.has(row)) hours.of(row).duplicates++;
  const ofKind = <K extends InboxRow["kind"]>(kind: K) =>
    all.filter((row): row is OfKind<K> => row.kind === kind && fresh.has(row));
  for (const row of ofKind("anonymous")) hours.of(row).anonymous++;
  for (const row of ofKind("nothing")) hours.of(row).withoutEffect++;
  const refused: { row: { receivedAt: Date }; reason: TrackingRefusal; example: string }[] = ofKind(
    "refused",
  ).map((row) => ({ row, ...row.record }));
  const refuse = (row: OfKind<"event" | "person">, reason: TrackingRefusal) => {
    const { kind, externalId, email, record } = row;
    const example = JSON.stringify({
      type: kind === "event" ? "track" : "identify",
      userId: externalId,
      email,
      ...record,
    });
    refused.push({ row, reason, example: example.slice(0, 300).toWellFormed() });
  };

  const unknownPeople = await readUnknownPeople(tx, companyId);
  let who = await findWho(client, companyId, ofKind("person"));
  const people: ToldPerson[] = [];
  const waiting: ToldPerson[] = [];
  for (const row of ofKind("person")) {
    const { known, isAmbiguous } = who(row);
    if (isAmbiguous) refuse(row, "ambiguous_customer");
    else if (known !== null || unknownPeople === "create") {
      people.push({ ref: refOf(row, known), traits: row.record, email: row.email });
      hours.of(row).identified++;
    } else if (unknownPeople === "wait") {
      waiting.push({ ref: refOf(row, null), traits: row.record, email: row.email });
      hours.of(row).waiting++;
    } else hours.of(row).ignored++;
  }
  const { madeKnown } = await writePeople({ tx, client }, companyId, people, now);
  await keepWaiting(client, companyId, waiting, now);

  // Again, because somebody may have become known by then.
  who = await findWho(client, companyId, ofKind("event"));
  const told: { row: OfKind<"event">; isWaiting: boolean; input: LedgerInputs["events"] }[] = [];
  for (const row of ofKind("event")) {
    const { known, isAmbiguous } = who(row);
    if (isAmbiguous) refuse(row, "ambiguous_customer");
    else if (known === null && unknownPeople === "ignore") hours.of(row).ignored++;
    else {
      const input = { customer: refOf(row, known), sourceId: row.message, ...row.record };
      told.push({ row, isWaiting: known === null && unknownPeople === "wait", input });
    }
  }
  const written = await writeLedger(
    client,
    companyId,
    "events",
    told.map(({ input }) => input),
    {
      source: TRACKING_SOURCE,
      toldAt: now,
      now,
      unknownCustomers: unknownPeople === "create" ? "create" : "park",
      summary: "later",
    },
  );
  const refusals = new Map(written.refused.map(({ rowNumber, code }) => [rowNumber, code]));
  for (const [place, { row, isWaiting }] of told.entries()) {
    const code = refusals.get(place);
    if (code === "too_many_event_types" || code === "ambiguous_customer") refuse(row, code);
    else if (isWaiting) hours.of(row).waiting++;
    else hours.of(row).written++;
  }
  for (const { row } of refused) hours.of(row).refused++;

  await addCounts(client, companyId, hours.all());
  await addKinds(
    client,
    companyId,
    told.filter((_one, place) => !refusals.has(place)).map(({ row }) => row),
  );
  await keepRefusals(client, companyId, refused);
  if (madeKnown || written.customersCreated > 0) await events.emit(tx, customersWritten, { companyId });
  // Nobody new, for whom something may wait: only what is known of them is more.
  else if (people.length + told.length > 0) await events.emit(tx, customersMarked, { companyId });
  return true;
}

/** Takes rows out, oldest first; what another transaction is about to take is not waited for. */
async function takeRows(client: SqlClient, companyId: string): Promise<Taken[]> {
  const { rows } = await client.query<Taken>(
    `with taken as (
       delete from tracking_inbox where company_id = $1 and id in (
         select id from tracking_inbox where company_id = $1 order by id limit $2 for update skip locked)
       returning id, message, kind, external_id as "externalId", email, record, received_at as "receivedAt"
     )
     select * from taken order by id`,
    [companyId, ROWS_PER_BATCH],
  );
  return rows;
}

/** Those of the rows whose message was not taken in before, each once. */
async function withoutRepetitions(
  client: SqlClient,
  companyId: string,
  rows: readonly Taken[],
  now: Date,
): Promise<Set<Taken>> {
  const first = new Map<string, Taken>();
  for (const row of rows) if (!first.has(row.message)) first.set(row.message, row);
  const { rows: added } = await client.query<{ message: string }>(
    `insert into tracking_messages (company_id, message, taken_at)
     select $1, message, $3 from unnest($2::uuid[]) message order by message
     on conflict do nothing returning message`,
    [companyId, [...first.keys()], now],
  );
  return new Set(added.flatMap(({ message }) => first.get(message) ?? []));
}

const nameOf = ({ externalId, email }: Taken) => JSON.stringify([externalId, email]);

async function findWho(
  client: SqlClient,
  companyId: string,
  rows: readonly Taken[],
): Promise<(row: Taken) => FoundPerson> {
  const named = new Map(rows.map((row) => [nameOf(row), row]));
  const found = await findPeople(client, companyId, [...named.values()]);
  const byName = new Map([...named.keys()].map((name, place) => [name, found[place]]));
  return (row) => byName.get(nameOf(row)) ?? { known: null, isAmbiguous: false };
}

const HOUR_MS = 3_600_000;

/** Counts by the hour that rows came in. */
class HourlyCounts {
  readonly #hours = new Map<number, HourCounts>();

  of({ receivedAt }: { receivedAt: Date }): HourCounts {
    const hour = Math.floor(receivedAt.getTime() / HOUR_MS) * HOUR_MS;
    let counts = this.#hours.get(hour);
    if (counts === undefined) this.#hours.set(hour, (counts = noCounts(new Date(hour))));
    return counts;
  }

  all(): HourCounts[] {
    return [...this.#hours.values()];
  }
}
