import type { Audiences } from "@forestay/contracts";
import { audienceTakers, providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import {
  findAudienceWriting,
  isConnected,
  KEPT_TAG_PREFIX,
  ProviderError,
  type AudienceWriter,
} from "#modules/integrations/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { beginAnew, countMembers, findAudience, listAudienceRows } from "./audience-rows.ts";
import { keepAudiencesJob } from "./keep-audiences.ts";
import { listSubjects } from "./subjects.ts";

/** Tags are at most so long there. */
const LONGEST_TAG = 100;

/** Throws `not_found` where no audiences are kept. */
export function keeperOf(named: string): IntegrationProvider {
  const provider = audienceTakers.find((one) => one === named);
  if (provider === undefined) throw new AppError("not_found", { message: "No audiences are kept there." });
  return provider;
}

/** Audiences that are kept in a system, and what others can be made of. Throws `invalid_state` where it is not connected. */
export async function readAudiences(
  { db }: Pick<ModuleContext, "db">,
  companyId: string,
  provider: IntegrationProvider,
): Promise<Audiences> {
  return withTenant(db, companyId, async (tx) => {
    if (!(await isConnected(tx, companyId, provider))) throw notConnected(provider);
    const rows = await listAudienceRows(tx, companyId, provider);
    const counts = await countMembers(tx, companyId);
    const choices = await listSubjects(tx, companyId);
    const names = new Map(choices.map(({ id, name }) => [id, name]));
    return {
      items: rows
        .filter((row) => row.ends_since === null)
        .map((row) => ({
          id: row.id,
          kind: row.kind,
          subjectId: row.subject_id,
          // Over or gone: it ends at the next look.
          name: names.get(row.subject_id) ?? row.tag.slice(KEPT_TAG_PREFIX.length),
          listName: row.list_name,
          tag: row.tag,
          ...(counts.get(row.id) ?? { members: 0, failed: 0 }),
          keptAt: row.kept_at?.toISOString() ?? null,
          problem: row.problem,
        })),
      choices,
    };
  });
}

/** The lists there, asked just now. Throws `invalid_state` and `provider_unavailable` in words. */
export async function readLists(
  context: ModuleContext,
  companyId: string,
  provider: IntegrationProvider,
): Promise<{ id: string; name: string }[]> {
  const writer = await findAudienceWriting(context, companyId, provider);
  if (writer === null) throw notConnected(provider);
  return listsOf(writer);
}

async function listsOf(writer: AudienceWriter): Promise<{ id: string; name: string }[]> {
  try {
    return await writer.lists();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError(error.failure === "passing" ? "provider_unavailable" : "invalid_state", {
      message: error.message,
    });
  }
}

/** Has an audience kept from now on; one that is kept already stays as it is. */
export async function keepAudience(
  context: ModuleContext,
  user: CompanyUser,
  provider: IntegrationProvider,
  { kind, subjectId, listId }: { kind: "segment" | "campaign"; subjectId: string; listId: string },
): Promise<void> {
  const { companyId } = user;
  const { name: system } = providerWords(provider);
  const lists = await readLists(context, companyId, provider);
  const list = lists.find(({ id }) => id === listId);
  if (list === undefined)
    throw new AppError("not_found", { message: `This list is not there any more in ${system}.` });
  await withTenant(context.db, companyId, async (tx) => {
    const subjects = await listSubjects(tx, companyId);
    const subject = subjects.find((one) => one.kind === kind && one.id === subjectId);
    if (subject === undefined)
      throw new AppError("not_found", { message: `This ${kind} does not exist, or is over.` });
    const kept = await listAudienceRows(tx, companyId, provider);
    const tag = freeName(
      subject.name,
      kept.filter((one) => one.list_id === listId && one.subject_id !== subjectId).map((one) => one.tag),
    );
    const { rows } = await sql<{ id: string }>`
      insert into kept_audiences as a (company_id, provider, kind, subject_id, list_id, list_name, tag)
      values (${companyId}, ${provider}, ${kind}, ${subjectId}, ${listId}, left(${list.name}, 300), ${tag})
      on conflict (company_id, provider, kind, subject_id, list_id) do update set ends_since = null, problem = null
        where a.ends_since is not null
      returning id`.execute(tx);
    if (rows[0] === undefined) return;
    // Its ending may be under way, or have taken the tag away already.
    await beginAnew(tx, companyId, rows[0].id);
    await recordAudit(tx, user, {
      action: "integration.audience_kept",
      target: system,
      targetId: rows[0].id,
      after: { [kind]: subject.name, list: list.name, tag },
    });
    await begin(tx, context.jobs, companyId);
  });
}

/** What a tag is called: as the segment or campaign, told apart where two have one name. */
function freeName(name: string, taken: readonly string[]): string {
  const whole = KEPT_TAG_PREFIX + name.trim();
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : ` (${number})`;
    const tag = whole.slice(0, LONGEST_TAG - end.length) + end;
    if (!taken.includes(tag)) return tag;
  }
}

/** Keeps an audience no more: its tag there is taken away, as soon as the system answers. */
export async function endAudience(
  { db, jobs, clock }: ModuleContext,
  user: CompanyUser,
  provider: IntegrationProvider,
  id: string,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await findAudience(tx, companyId, provider, id, { lock: true });
    await sql`update kept_audiences set ends_since = ${clock.now()} where company_id = ${companyId} and id = ${id}`.execute(
      tx,
    );
    await recordAudit(tx, user, {
      action: "integration.audience_ended",
      target: providerWords(provider).name,
      targetId: id,
      before: { list: row.list_name, tag: row.tag },
    });
    await begin(tx, jobs, companyId);
  });
}

/** Looks through it now, also those who could not be put in. */
export async function lookAtAudience(
  { db, jobs }: ModuleContext,
  { companyId }: CompanyUser,
  provider: IntegrationProvider,
  id: string,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    await findAudience(tx, companyId, provider, id, { lock: true });
    await sql`update kept_audiences set problem = null where company_id = ${companyId} and id = ${id}`.execute(
      tx,
    );
    await sql`update audience_members set tried_at = to_timestamp(0)
      where company_id = ${companyId} and audience_id = ${id} and failure is not null`.execute(tx);
    await begin(tx, jobs, companyId);
  });
}

const begin = (tx: Tx, jobs: ModuleContext["jobs"], companyId: string) =>
  jobs.enqueue(tx, keepAudiencesJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId });

const notConnected = (provider: IntegrationProvider): AppError =>
  new AppError("invalid_state", { message: `${providerWords(provider).name} is not connected.` });
