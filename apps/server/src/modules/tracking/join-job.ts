import { z } from "zod";
import { customersWritten, findPeople, upsertCustomerBatch } from "#modules/customers/index.ts";
import { importCompleted } from "#modules/imports/index.ts";
import { joinParkedRows, listParkedPeople } from "#modules/ledger/index.ts";
import { EVERY_ROW, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { ofCompany } from "#platform/jobs/company-job.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { Traits } from "./inbox-row.ts";
import { refOf, TRACKING_SOURCE } from "./people.ts";
import { readUnknownPeople } from "./read-unknown-people.ts";
import { writePeople } from "./write-people.ts";

const PEOPLE_PER_STATEMENT = 5000;

/** Has what waited for people who are customers by now join them: what was said of them, and what they did. */
export const joinJob = defineJob({
  name: "tracking.join",
  schema: z.object({ companyId: z.uuid() }),
  onePerGroup: true,
  dedupeWaiting: true,
  async handler({ db, clock, events, signal, completeIn, payload: { companyId } }) {
    signal.throwIfAborted();
    await withTenantClient(
      db,
      companyId,
      async ({ tx, client }) => {
        const now = clock.now();
        const made =
          (await readUnknownPeople(tx, companyId)) === "create"
            ? await makeCustomers(tx, client, companyId, now)
            : 0;
        await joinWaitingPeople(tx, client, companyId, now);
        await joinParkedRows(client, companyId, { now });
        if (made > 0) await events.emit(tx, customersWritten, { companyId });
        await completeIn(tx);
      },
      EVERY_ROW,
    );
  },
});

/** Customers may have come of whom something waits. */
export const joinAfterNews = [
  later(customersWritten, joinJob, ofCompany),
  later(importCompleted, joinJob, ofCompany),
];

/** Makes customers of everybody for whom something waits; how many. */
async function makeCustomers(tx: Tx, client: SqlClient, companyId: string, now: Date): Promise<number> {
  const { most } = await listParkedPeople(tx, companyId, TRACKING_SOURCE, PEOPLE_PER_STATEMENT);
  const waiting = await tx
    .selectFrom("tracking_waiting_people")
    .select(["external_id", "email"])
    .where("company_id", "=", companyId)
    .limit(PEOPLE_PER_STATEMENT)
    .execute();
  const people = [
    ...most.map(({ externalId, email }) => ({ externalId, email })),
    ...waiting.map((row) => ({ externalId: row.external_id, email: row.email })),
  ];
  if (people.length === 0) return 0;
  const { created } = await upsertCustomerBatch(client, companyId, people, {
    toldAt: now,
    teller: { source: "tracking" },
  });
  return created;
}

/** Writes what was said of people who are customers by now. */
async function joinWaitingPeople(tx: Tx, client: SqlClient, companyId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom("tracking_waiting_people")
    .select(["person_key", "external_id", "email", "traits"])
    .where("company_id", "=", companyId)
    .orderBy("told_at")
    .limit(PEOPLE_PER_STATEMENT)
    .execute();
  const named = rows.map((row) => ({ externalId: row.external_id, email: row.email }));
  const found = await findPeople(client, companyId, named);
  const come = rows.flatMap((row, place) => {
    const known = found[place]?.known ?? null;
    const person = named[place];
    return known === null || person === undefined
      ? []
      : [{ key: row.person_key, ref: refOf(person, known), traits: row.traits as Traits, email: row.email }];
  });
  await writePeople({ tx, client }, companyId, come, now);
  if (come.length === 0) return;
  await tx
    .deleteFrom("tracking_waiting_people")
    .where("company_id", "=", companyId)
    .where(
      "person_key",
      "in",
      come.map(({ key }) => key),
    )
    .execute();
}
