import { audienceTakers, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { sentAmong } from "#modules/campaigns/index.ts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { customerErased } from "#modules/customer-data/index.ts";
import { refusedAmong } from "#modules/customer-mail/index.ts";
import { findLinkedCustomers, listLinkedAddresses, type LinkedAddress } from "#modules/customers/index.ts";
import {
  consentWithdrawn,
  findAudienceWriting,
  integrationSynced,
  ProviderError,
  TagGone,
  type AudienceWriter,
} from "#modules/integrations/index.ts";
import { membersAmong, segmentMoved } from "#modules/segments/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineCompanyJob, ofCompany } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import {
  beginAnew,
  changeAudience,
  forgetMembers,
  intendMembers,
  keepMembers,
  listAudienceRows,
  listMembers,
  readAudienceRow,
  readMembers,
  type AudienceRow,
  type StoredMember,
} from "./audience-rows.ts";
import { isSubjectThere } from "./subjects.ts";

type Run = JobRun<{ companyId: string }>;

/** Customers that are looked at together. */
const LOOKED_AT = 1000;
/** Who could not be put in is not tried more often than this by itself: most are on no list of it. */
const AGAIN_AFTER_MS = 20 * 3600_000;

/**
 * Keeps audiences in connected systems as they are here: who belongs in one and is known there gets its tag, who does not any more loses it.
 * Who is put in is written down before and after, so that a kill repeats at most the last call, to no effect, and leaves nobody behind.
 */
export const keepAudiencesJob = defineCompanyJob({
  name: "audiences.keep",
  cron: "25 * * * *",
  listCompanyIds,
  async isDue(tx, companyId) {
    const { rows } = await sql<{ due: boolean }>`
      select exists (select from kept_audiences where company_id = ${companyId} and (problem is null or ends_since is not null)) as due`.execute(
      tx,
    );
    return rows[0]?.due === true;
  },
  retryLimit: 6,
  expireInSeconds: 6 * 3600,
  async handler(run) {
    // A restored copy would keep what the original no longer says.
    if (run.config.outgoingHold !== null) return;
    for (const provider of audienceTakers) await keepAll(run, provider);
  },
});

export const keepAfterNews = [
  later(segmentMoved, keepAudiencesJob.company, ofCompany),
  later(integrationSynced, keepAudiencesJob.company, ofCompany),
  // Who wants no mail, or was erased, is not left with a tag until the hour is over.
  later(consentWithdrawn, keepAudiencesJob.company, ofCompany),
  later(customerErased, keepAudiencesJob.company, ofCompany),
];

async function keepAll(run: Run, provider: IntegrationProvider): Promise<void> {
  const { companyId } = run.payload;
  const rows = await withTenant(run.db, companyId, (tx) => listAudienceRows(tx, companyId, provider));
  if (rows.length === 0) return;
  const writer = await findAudienceWriting(run, companyId, provider, run.signal);
  if (!writer?.isOpen) return;
  for (const row of rows)
    try {
      await keepOne(run, writer, row);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // Slow or down: the same again, later. Without a way in there is nothing to do until it is connected again.
      if (error.failure === "expired") return;
      if (error.failure === "passing" && !run.isLastAttempt) throw error;
      if (error.failure !== "passing")
        await withTenant(run.db, companyId, (tx) =>
          changeAudience(tx, companyId, row.id, { problem: error.message }),
        );
    }
}

async function keepOne(run: Run, writer: AudienceWriter, { id }: AudienceRow): Promise<void> {
  const { companyId } = run.payload;
  // As it is now: those before it took their time, in which it may have been ended or kept again.
  const { row, isThere } = await withTenant(run.db, companyId, async (tx) => {
    const found = await readAudienceRow(tx, companyId, id);
    return { row: found, isThere: found !== undefined && (await isSubjectThere(tx, companyId, found)) };
  });
  if (row === undefined) return;
  if (row.ends_since !== null || !isThere) {
    await writer.removeTag(row.list_id, { id: row.tag_id, name: row.tag });
    await withTenant(run.db, companyId, (tx) => forgetEnded(tx, companyId, row));
    return;
  }
  try {
    await follow(run, writer, row, row.tag_id ?? (await makeTag(run, writer, row)));
  } catch (error) {
    if (!(error instanceof TagGone)) throw error;
    // Somebody deleted it there: it is made anew, for everybody.
    await withTenant(run.db, companyId, (tx) => forgetMembers(tx, companyId, row.id, null));
    await follow(run, writer, row, await makeTag(run, writer, row));
  }
}

/** Forgets an audience whose tag was taken away; one that is kept again since then stays, and is begun anew. */
async function forgetEnded(tx: Tx, companyId: string, row: AudienceRow): Promise<void> {
  const isGone = !(await isSubjectThere(tx, companyId, row));
  const { numAffectedRows } = await sql`
    delete from kept_audiences where company_id = ${companyId} and id = ${row.id} and (ends_since is not null or ${isGone})`.execute(
    tx,
  );
  if (numAffectedRows === 0n) await beginAnew(tx, companyId, row.id);
}

async function makeTag({ db, payload }: Run, writer: AudienceWriter, row: AudienceRow): Promise<string> {
  const tagId = await writer.findTag(row.list_id, row.tag);
  await withTenant(db, payload.companyId, (tx) => changeAudience(tx, payload.companyId, row.id, { tagId }));
  return tagId;
}

async function follow(run: Run, writer: AudienceWriter, row: AudienceRow, tagId: string): Promise<void> {
  const { companyId } = run.payload;
  /** Why people who do not belong in it are in it still, one reason for each. */
  const stuck: string[] = [];
  for (let after: string | undefined = ""; after !== undefined;) {
    run.signal.throwIfAborted();
    const from: string = after;
    const { people, wanted, stored } = await withTenantClient(run.db, companyId, async ({ tx, client }) => {
      const page = await listLinkedAddresses(client, companyId, row.provider, from, LOOKED_AT);
      const ids = page.map(({ sourceId }) => sourceId);
      return {
        people: page,
        wanted: await whoBelongs(tx, companyId, row, page),
        stored: await readMembers(tx, companyId, row.id, ids),
      };
    });
    stuck.push(
      ...(await takeOut(
        run,
        writer,
        row,
        tagId,
        people.filter(({ sourceId, customerId }) => stored.has(sourceId) && !wanted.has(customerId)),
        stored,
      )),
    );
    const now = run.clock.now().getTime();
    await putIn(
      run,
      writer,
      row,
      tagId,
      people.filter(({ sourceId, customerId }) => {
        const known = stored.get(sourceId);
        const mayWait = known?.failure != null && known.tried_at.getTime() > now - AGAIN_AFTER_MS;
        const isSettled = mayWait || known?.put_at != null;
        return wanted.has(customerId) && !isSettled;
      }),
    );
    after = people.length < LOOKED_AT ? undefined : people.at(-1)?.sourceId;
  }
  stuck.push(...(await takeOutUnknown(run, writer, row, tagId)));
  const problem =
    stuck.length === 0
      ? null
      : `${stuck.length} ${stuck.length === 1 ? "person" : "people"} could not be taken out. ${stuck[0]}`;
  await withTenant(run.db, companyId, (tx) =>
    changeAudience(tx, companyId, row.id, { problem, keptAt: run.clock.now() }),
  );
}

/** Customers who belong in it, and to whom marketing may go. */
async function whoBelongs(
  tx: Tx,
  companyId: string,
  { kind, subject_id: subject }: AudienceRow,
  people: readonly LinkedAddress[],
): Promise<Set<string>> {
  const ids = people.map(({ customerId }) => customerId);
  const among = kind === "segment" ? membersAmong : sentAmong;
  const belonging = await among(tx, companyId, subject, ids);
  const refused = await refusedAmong(
    tx,
    companyId,
    people.flatMap(({ email }) => (email === null ? [] : [email])),
  );
  return new Set(
    people.flatMap(({ customerId, email }) =>
      belonging.has(customerId) && !refused.has(email ?? "") ? [customerId] : [],
    ),
  );
}

async function putIn(
  run: Run,
  writer: AudienceWriter,
  { id, list_id: list }: AudienceRow,
  tagId: string,
  people: readonly LinkedAddress[],
): Promise<void> {
  const { companyId } = run.payload;
  for (let start = 0; start < people.length; start += writer.most) {
    run.signal.throwIfAborted();
    const some = people.slice(start, start + writer.most);
    const addressed = some.map(({ sourceId, email }) => ({ sourceId, address: email }));
    await withTenant(run.db, companyId, (tx) => intendMembers(tx, companyId, id, some, run.clock.now()));
    const failures = await writer.add(list, tagId, addressed);
    const rows = some.map(({ sourceId }) => ({ sourceId, failure: failures.get(sourceId) ?? null }));
    await withTenant(run.db, companyId, (tx) => keepMembers(tx, companyId, id, rows, run.clock.now()));
  }
}

/**
 * People who are in it, may be, or could not be put in, and do not belong in it any more. Who could not be taken out is not
 * forgotten, so that the next look tries again; answered with the reasons.
 */
async function takeOut(
  run: Run,
  writer: AudienceWriter,
  { id, list_id: list, tag }: AudienceRow,
  tagId: string,
  people: readonly Pick<LinkedAddress, "sourceId" | "email">[],
  stored: ReadonlyMap<string, StoredMember>,
): Promise<string[]> {
  const { companyId } = run.payload;
  const stuck: string[] = [];
  for (let start = 0; start < people.length; start += writer.most) {
    run.signal.throwIfAborted();
    const some = people.slice(start, start + writer.most);
    const inIt = some.filter(({ sourceId }) => stored.get(sourceId)?.failure === null);
    const failures =
      inIt.length === 0
        ? new Map<string, string>()
        : await writer.remove(
            list,
            { id: tagId, name: tag },
            inIt.map(({ sourceId, email }) => ({ sourceId, address: email })),
          );
    stuck.push(...failures.values());
    const ids = some.map(({ sourceId }) => sourceId).filter((one) => !failures.has(one));
    await withTenant(run.db, companyId, (tx) => forgetMembers(tx, companyId, id, ids));
  }
  return stuck;
}

/** Who is in it and nobody here any more: erased, or no longer known by the system. */
async function takeOutUnknown(
  run: Run,
  writer: AudienceWriter,
  row: AudienceRow,
  tagId: string,
): Promise<string[]> {
  const { companyId } = run.payload;
  const stuck: string[] = [];
  for (let after: string | undefined = ""; after !== undefined;) {
    run.signal.throwIfAborted();
    const from: string = after;
    const { members, linked } = await withTenantClient(run.db, companyId, async ({ tx, client }) => {
      const page = await listMembers(tx, companyId, row.id, from, LOOKED_AT);
      const ids = page.map(({ source_id: id }) => id);
      return { members: page, linked: await findLinkedCustomers(client, companyId, row.provider, ids) };
    });
    const gone = members.filter(({ source_id: id }) => !linked.has(id));
    const stored = new Map(gone.map((one) => [one.source_id, one]));
    const people = gone.map(({ source_id: sourceId }) => ({ sourceId, email: null }));
    stuck.push(...(await takeOut(run, writer, row, tagId, people, stored)));
    after = members.length < LOOKED_AT ? undefined : members.at(-1)?.source_id;
  }
  return stuck;
}
