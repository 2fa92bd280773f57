import { HOUR_MS } from "@forestay/contracts";
import { sql } from "kysely";
import { listCompanyIds } from "#modules/companies/index.ts";
import { readRecipients } from "#modules/customer-mail/index.ts";
import { countConnectedSystems } from "#modules/integrations/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { readWork } from "../work/read-situations.ts";
import { drawCardArms, planOf, readShares, rulesOf, type CardRow } from "./card-rows.ts";
import { takeBackLapsed } from "./lapsed-messages.ts";
import { readCards, settleCards } from "./read-cards.ts";
import { writeAboutCard } from "./write-about-card.ts";

/** Cards are read once a day; those that end are looked at every hour, for quiet hours end at all of them. */
const READ_EVERY_MS = 20 * HOUR_MS;
const AT_ONCE = 500;

/** Finds cards that end before their next payment, and asks their customers in time. */
export const cardsJob = defineCompanyJob({
  name: "recovery.cards",
  cron: "23 * * * *",
  listCompanyIds,
  // A large account is read for hours.
  expireInSeconds: 12 * 3600,
  async isDue(tx, companyId, now) {
    const { rows } = await sql`
      select where exists (select from recovery_cards where company_id = ${companyId} and closed_at is null)`.execute(
      tx,
    );
    return (
      rows.length > 0 ||
      ((await isToBeRead(tx, companyId, now)) && (await countConnectedSystems(tx, companyId)) > 0)
    );
  },
  handler: lookAfterCards,
});

async function isToBeRead(
  tx: Parameters<typeof countConnectedSystems>[0],
  companyId: string,
  now: Date,
): Promise<boolean> {
  const look = await tx
    .selectFrom("recovery_card_looks")
    .select(["read_at", "has_source", "problem"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  // What did not answer, or was not connected yet, is asked with the next hour.
  if (look?.read_at == null || !look.has_source || look.problem !== null) return true;
  return look.read_at.getTime() <= now.getTime() - READ_EVERY_MS;
}

async function lookAfterCards(run: JobRun<{ companyId: string }>): Promise<void> {
  const { db, clock, payload, signal } = run;
  const { companyId } = payload;
  if (await withTenant(db, companyId, (tx) => isToBeRead(tx, companyId, clock.now())))
    await readCards(run, companyId);
  let after: string | null = null;
  await withTenant(db, companyId, async (tx) => {
    await settleCards(tx, companyId, clock.now());
    await takeBackLapsed(tx, companyId, clock.now());
    await drawCardArms(tx, companyId, await readWork(tx, companyId));
  });
  for (;;) {
    signal.throwIfAborted();
    const { due, last }: { due: string[]; last: string | null } = await withTenant(
      db,
      companyId,
      async (tx) => {
        const now = clock.now();
        const rules = rulesOf(await readWork(tx, companyId));
        if (!rules.sends) return { due: [], last: null };
        const { rows } = await sql<CardRow>`
        select * from recovery_cards where company_id = ${companyId} and closed_at is null and charges_at > ${now}
          and (${after}::uuid is null or id > ${after}::uuid)
        order by id limit ${AT_ONCE}`.execute(tx);
        const recipients = await readRecipients(
          tx,
          companyId,
          rows.map((row) => row.customer_id),
        );
        const shares = await readShares(
          tx,
          companyId,
          rows.map(({ id }) => id),
        );
        const waiting = rows.filter((row) => {
          const plan = planOf(
            row,
            shares.get(row.id),
            rules,
            recipients.get(row.customer_id)?.address ?? null,
            now,
          );
          return plan.atMs !== null && plan.atMs <= now.getTime();
        });
        return { due: waiting.map(({ id }) => id), last: rows.at(-1)?.id ?? null };
      },
    );
    for (const id of due) {
      signal.throwIfAborted();
      await writeAboutCard(run, companyId, id);
    }
    if (last === null) return;
    after = last;
  }
}
