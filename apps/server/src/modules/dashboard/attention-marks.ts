import {
  DAY_MS,
  DONE_HIDES_DAYS,
  NOT_A_RISK_HIDES_DAYS,
  SNOOZE_DAYS,
  type AttentionMark,
  type AttentionMarkKind,
  type attentionMarkInput,
  type HiddenMarks,
  type hiddenMarksQuery,
} from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import { atRiskAmong, readScope } from "#modules/metrics/index.ts";
import { recordStepDone } from "#modules/next-steps/index.ts";
import { readScoresInBrief } from "#modules/scoring/index.ts";
import type { Database } from "#platform/db/database.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

const columns = ["id", "customer_id", "kind", "hidden_until", "marked_at", "marked_by"] as const;
const kindWords: Record<AttentionMarkKind, string> = {
  done: "Done",
  snoozed: "Later",
  not_a_risk: "Not a risk",
};

/** The mark that keeps a customer off the list. */
interface HidingMark {
  id: string;
  customerId: string;
}

/**
 * Customers of any plan that are off the list, the newest mark first: the newest of each decides, and of who was no risk, a level
 * no higher than it was.
 */
export async function hidingMarks(tx: Tx, companyId: string, now: Date): Promise<HidingMark[]> {
  const { rows } = await sql<HidingMark>`
    select m.id, m.customer_id as "customerId" from (
      select distinct on (customer_id) id, customer_id, kind, level, marked_at from attention_marks
      where company_id = ${companyId} and hidden_until > ${now} order by customer_id, marked_at desc, id desc
    ) m join customers c on c.company_id = ${companyId} and c.id = m.customer_id
    where m.kind <> 'not_a_risk' or c.churn_risk_level <= m.level
    order by m.id desc`.execute(tx);
  return rows;
}

/** Those of a list's plan, segment and currency who are off it, page by page, with what was said of them. */
export async function readHiddenMarks(
  db: Database,
  companyId: string,
  { cursor, limit, ...query }: z.output<typeof hiddenMarksQuery>,
  now: Date,
): Promise<HiddenMarks> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const marks = await hidingMarks(tx, companyId, now);
    const inScope = new Set(
      await atRiskAmong(
        tx,
        companyId,
        scope,
        marks.map(({ customerId }) => customerId),
      ),
    );
    const hidden = marks.filter(({ customerId }) => inScope.has(customerId));
    const left = hidden.filter(({ id }) => cursor === undefined || id < cursor);
    const shown = left.slice(0, limit);
    if (shown.length === 0) return { items: [], count: hidden.length, nextCursor: null };
    const rows = await tx
      .selectFrom("attention_marks")
      .select([...columns, "note"])
      .where("company_id", "=", companyId)
      .where(
        "id",
        "in",
        shown.map(({ id }) => id),
      )
      .orderBy("id", "desc")
      .execute();
    const names = await readCustomerNames(
      tx,
      companyId,
      shown.map(({ customerId }) => customerId),
    );
    return {
      items: rows.map((row) => ({
        ...toMark(row),
        name: names.get(row.customer_id)?.name ?? row.customer_id,
        note: row.note,
      })),
      count: hidden.length,
      nextCursor: left.length > limit ? shown.at(-1)!.id : null,
    };
  });
}

const toMark = (row: Pick<Selectable<DB["attention_marks"]>, (typeof columns)[number]>): AttentionMark => ({
  id: row.id,
  customerId: row.customer_id,
  kind: row.kind as AttentionMarkKind,
  hiddenUntil: row.hidden_until.toISOString(),
  markedAt: row.marked_at.toISOString(),
  markedBy: row.marked_by,
});

/**
 * Keeps what somebody said of a customer, beside the score it was said about. A step that was done stands on the timeline
 * too, and its effect is measured. Throws `invalid_state` for a customer without a score.
 */
export async function markAttention(
  db: Database,
  user: CompanyUser,
  customerId: string,
  mark: z.output<typeof attentionMarkInput>,
  now: Date,
): Promise<AttentionMark> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const name = await requireName(tx, companyId, customerId);
    const score = (await readScoresInBrief(tx, companyId, [customerId], now)).get(customerId);
    if (score === undefined) {
      throw new AppError("invalid_state", { message: "This customer has no score that could be answered." });
    }
    if (mark.kind === "done" && mark.stepCode !== undefined)
      await recordStepDone(tx, user, customerId, mark.stepCode, now);
    const days = {
      done: DONE_HIDES_DAYS,
      not_a_risk: NOT_A_RISK_HIDES_DAYS,
      snoozed: mark.days ?? SNOOZE_DAYS,
    };
    const row = await tx
      .insertInto("attention_marks")
      .values({
        company_id: companyId,
        customer_id: customerId,
        kind: mark.kind,
        hidden_until: new Date(now.getTime() + days[mark.kind] * DAY_MS),
        step_code: mark.kind === "done" ? (mark.stepCode ?? null) : null,
        note: mark.note ?? null,
        probability: score.probability,
        score: score.score,
        level: score.level,
        analysis_id: score.analysisId,
        marked_at: now,
        ...actorColumns("marked_by", user),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "attention.marked",
      target: name,
      targetId: customerId,
      after: { mark: kindWords[mark.kind], score: score.score },
    });
    return toMark(row);
  });
}

/** Takes a mark back. Throws `not_found` for another customer's or company's. */
export async function unmarkAttention(
  db: Database,
  user: CompanyUser,
  customerId: string,
  markId: string,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const name = await requireName(tx, companyId, customerId);
    const row = await tx
      .deleteFrom("attention_marks")
      .where("company_id", "=", companyId)
      .where("customer_id", "=", customerId)
      .where("id", "=", markId)
      .returning("kind")
      .executeTakeFirst();
    if (!row) throw new AppError("not_found", { message: "This has been taken back already." });
    await recordAudit(tx, user, {
      action: "attention.unmarked",
      target: name,
      targetId: customerId,
      before: { mark: kindWords[row.kind as AttentionMarkKind] },
    });
  });
}

async function requireName(tx: Tx, companyId: string, customerId: string): Promise<string> {
  const customer = (await readCustomerNames(tx, companyId, [customerId])).get(customerId);
  if (customer === undefined) throw new AppError("not_found", { message: "This customer does not exist." });
  return customer.name;
}
