import { randomBytes, randomUUID } from "node:crypto";
import { MOST_SENDER_DOMAINS, type SenderDomain } from "@forestay/contracts";
import type { Selectable } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns, listCompanyIds } from "#modules/companies/index.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createDkimKey } from "./dkim-key.ts";
import { isVerified, lookAtDomain, recordsOf, type FoundRecords } from "./domain-records.ts";

type Row = Selectable<DB["sender_domains"]>;
type Context = Pick<ModuleContext, "db" | "clock" | "outbound" | "secretKeys">;

const keysOf = (row: Row) => ({
  domain: row.domain,
  selector: row.selector,
  publicKey: row.public_key,
  ownershipToken: row.ownership_token,
});

const toDomain = (row: Row): SenderDomain => ({
  id: row.id,
  domain: row.domain,
  records: recordsOf(keysOf(row), row.found as FoundRecords),
  verifiedAt: row.verified_at?.toISOString() ?? null,
  checkedAt: row.checked_at?.toISOString() ?? null,
  problem: row.problem,
});

/** The company's own sender domains, by name. */
export async function listDomains(tx: Tx, companyId: string): Promise<SenderDomain[]> {
  const rows = await tx
    .selectFrom("sender_domains")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("domain")
    .execute();
  return rows.map(toDomain);
}

async function find(tx: Tx, companyId: string, id: string): Promise<Row> {
  const row = await tx
    .selectFrom("sender_domains")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This domain is not among yours any more." });
  return row;
}

/** Makes a domain's key. Throws `validation_failed` for one that stands there already, `invalid_state` where there are too many. */
export async function addDomain(context: Context, user: CompanyUser, domain: string): Promise<SenderDomain> {
  const { db, clock, secretKeys } = context;
  const { companyId } = user;
  const id = randomUUID();
  const key = await createDkimKey(secretKeys, companyId, id);
  return withTenant(db, companyId, async (tx) => {
    const present = await listDomains(tx, companyId);
    if (present.some((one) => one.domain === domain))
      throw new AppError("validation_failed", { fields: { domain: "This domain is in the list already." } });
    if (present.length >= MOST_SENDER_DOMAINS)
      throw new AppError("invalid_state", {
        message: `A company has at most ${MOST_SENDER_DOMAINS} sender domains. Remove one first.`,
      });
    const row = await tx
      .insertInto("sender_domains")
      .values({
        company_id: companyId,
        id,
        domain,
        ownership_token: randomBytes(16).toString("hex"),
        selector: key.selector,
        public_key: key.publicKey,
        sealed_private_key: key.sealedPrivateKey,
        created_at: clock.now(),
        ...actorColumns("created_by", user),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, { action: "customer_mail.domain_added", target: domain, targetId: id });
    return toDomain(row);
  });
}

/** Looks at a domain's records now. A look that comes to no end changes nothing but its own note. */
export async function checkDomain(context: Context, user: CompanyUser, id: string): Promise<SenderDomain> {
  const { db } = context;
  const { companyId } = user;
  const before = await withTenant(db, companyId, (tx) => find(tx, companyId, id));
  const look = await lookAtDomain(context.outbound, keysOf(before));
  return withTenant(db, companyId, async (tx) => {
    const row = await keepLook(tx, companyId, id, look, context.clock.now());
    const isNews = (row.verified_at === null) !== (before.verified_at === null);
    await recordAudit(tx, user, {
      action: "customer_mail.domain_checked",
      target: row.domain,
      targetId: id,
      ...(isNews ? { after: { verified: row.verified_at !== null } } : {}),
    });
    return toDomain(row);
  });
}

async function keepLook(
  tx: Tx,
  companyId: string,
  id: string,
  { found, problem }: Awaited<ReturnType<typeof lookAtDomain>>,
  now: Date,
): Promise<Row> {
  const row = await find(tx, companyId, id);
  return tx
    .updateTable("sender_domains")
    .set({
      checked_at: now,
      problem,
      ...(problem === null
        ? { found: JSON.stringify(found), verified_at: isVerified(found) ? (row.verified_at ?? now) : null }
        : {}),
    })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Forgets a domain and its key; messages come from the product's own address then. */
export async function removeDomain({ db }: Context, user: CompanyUser, id: string): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await find(tx, companyId, id);
    await tx.deleteFrom("sender_domains").where("company_id", "=", companyId).where("id", "=", id).execute();
    await recordAudit(tx, user, { action: "customer_mail.domain_removed", target: row.domain, targetId: id });
  });
}

/** Records are taken away too: whose are gone is signed for no more. */
export const checkDomainsJob = defineCompanyJob({
  name: "customer-mail.check-domains",
  cron: "20 4 * * *",
  listCompanyIds,
  isDue: async (tx, companyId) => (await listDomains(tx, companyId)).length > 0,
  async handler({ db, outbound, clock, payload: { companyId } }) {
    const domains = await withTenant(db, companyId, (tx) =>
      tx.selectFrom("sender_domains").selectAll().where("company_id", "=", companyId).execute(),
    );
    for (const row of domains) {
      const look = await lookAtDomain(outbound, keysOf(row));
      await withTenant(db, companyId, async (tx) => {
        const present = await listDomains(tx, companyId);
        if (present.some(({ id }) => id === row.id)) await keepLook(tx, companyId, row.id, look, clock.now());
      });
    }
  },
});
