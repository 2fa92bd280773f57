import {
  churnRuleInWords,
  DAY_MS,
  isSameChurnRule,
  type AttributeDefinition,
  type ChurnRule,
  type Completeness,
  type CustomerSelection,
  DAY_SECONDS,
} from "@forestay/contracts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import {
  hasLeftSql,
  listAttributes,
  readLeavingRule,
  resolveSelection,
  sqlLeavingRule,
  type LeavingRule,
} from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { featureWords } from "#modules/features/index.ts";
import {
  isHistoryOfRecords,
  snapshotTimeMs,
  chooseTrainingSource,
  countOutcomes,
  knownInWords,
  neededInWords,
  type OutcomeCounts,
  type TrainingSource,
} from "#modules/outcomes/index.ts";
import { MAX_SNAPSHOT_AGE_DAYS } from "#modules/scoring/index.ts";
import { readLastRuns } from "./analyses-repository.ts";
import { churnOf, listModels, readFieldKnowledge, newestSnapshotMs } from "#modules/models/index.ts";
import { readScoringSettings } from "#modules/scoring-settings/index.ts";
import { chosenSelection, type CustomerChoice } from "./customer-choice.ts";

/** A customer with at least this share of the fields known is ready; with fewer, partial. */
const READY_SHARE = 0.6;
/** A field known for this share of the customers is ready. */
const FIELD_READY_SHARE = 0.8;
/** Attributes beyond this many are left out of the report; the model still uses them. */
const MOST_FIELDS = 60;
/** Customers looked into field by field; above it the first so many by id stand for all. */
const MOST_PROFILED = 50_000;
const STATEMENT_TIMEOUT_MS = 9_000;
const EVERYONE: CustomerSelection = { filter: { conditions: [] }, exceptIds: [] };

interface Field {
  name: string;
  label: string;
  known: RawBuilder<SqlBool>;
  note: string | null;
}

/** Says what is known of the chosen customers and what an analysis started now would rest on. Reads only. */
export async function checkCompleteness(
  db: Database,
  companyId: string,
  choice: CustomerChoice,
  now: Date,
): Promise<Completeness> {
  const selection = chosenSelection(choice);
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const { horizonDays, churn } = await readScoringSettings(tx, companyId);
      const rule = await readLeavingRule(tx, companyId, now);
      const counts = await countOutcomes(tx, companyId, { rule, horizonDays });
      const source = chooseTrainingSource(counts);
      const named = await resolveSelection(tx, companyId, selection ?? EVERYONE, now);
      // Nothing chosen means the active customers: those who left are then not counted at all, not even as blocked.
      const chosen = selection === null ? sql<SqlBool>`(${named} and not ${hasLeft(rule)})` : named;
      const {
        customers,
        fields: profiled,
        ageDays,
      } = source === "history" && !(await isHistoryOfRecords(tx, companyId, now))
        ? await profileSnapshots(tx, companyId, chosen, rule)
        : await profileCustomers(tx, companyId, chosen, source, rule);
      const models = (await listModels(tx, companyId)).filter((model) =>
        isSameChurnRule(churnOf(model), churn),
      );
      const known = await readFieldKnowledge(tx, companyId);
      const fields = profiled.map((field) => ({
        ...field,
        note: field.note ?? known.leftOut(field.label),
        adds: known.addsOf(field.field),
      }));
      const { blockers, advice } = inWords(customers, counts, source, fields, { ageDays, churn });
      return {
        ...customers,
        outcomes: {
          labelled: counts.labels.left + counts.labels.stayed,
          left: counts[source ?? "labels"].left,
          stayed: counts[source ?? "labels"].stayed,
          snapshots: counts.history.snapshots,
          source: outcomeSource(counts, source),
          churn,
        },
        expectedSource: source === null ? "rules" : "model",
        canAnalyze: blockers.length === 0,
        blockers,
        advice,
        fields,
        fieldValues: known.measuredBy,
        availableModels: models.map((model) => ({
          version: model.version,
          label: `Model ${model.version}, learned from ${model.training_source === "history" ? "your history" : "your label"}`,
          trainedAt: model.trained_at.toISOString(),
          auc: model.auc,
          verdict: model.verdict,
          isCurrent: model.is_current,
          isPreselected: model.is_current && model.horizon_days === horizonDays,
        })),
        lastRuns: await readLastRuns(tx, companyId),
      };
    },
    { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  );
}

type ProfiledField = Omit<Completeness["fields"][number], "adds">;

interface Profile {
  customers: Pick<Completeness, "customers" | "ready" | "partial" | "blocked" | "blockedReasons">;
  fields: ProfiledField[];
  ageDays: number | null;
}

const hasLeft = (rule: LeavingRule) => sql<SqlBool>`coalesce(${hasLeftSql(sqlLeavingRule(rule))}, false)`;

async function profileCustomers(
  tx: Tx,
  companyId: string,
  chosen: RawBuilder<SqlBool>,
  source: TrainingSource | null,
  rule: LeavingRule,
): Promise<Profile> {
  const attributes = source === null ? [] : await listAttributes(tx, companyId);
  const fields = [
    ...(source === null ? ruleFields : customerFields),
    ...attributes.map(attributeField),
  ].slice(0, MOST_FIELDS);
  // A field that nobody has is a column the company never gave: it says nothing about a single customer.
  // `present` is materialized because a planner that expects one customer would work it out anew beside each.
  const { rows } = await sql<Record<string, number | null>>`
    with profiled as (
      select ${sql.join(fields.map((field, index) => sql`${field.known} as ${sql.ref(`f${index}`)}`))},
        ${hasLeft(rule)} as has_left, c.updated_at
      from customers c where ${chosen} order by c.id limit ${MOST_PROFILED}
    ), present as materialized (
      select ${sql.join(fields.map((_, index) => sql`bool_or(${sql.ref(`f${index}`)})::int as ${sql.ref(`p${index}`)}`))}
      from profiled where not has_left
    ), shares as (
      select profiled.*, (${sql.join(
        fields.map((_, index) => sql`${sql.ref(`f${index}`)}::int`),
        sql` + `,
      )})::float8
        / greatest(1, ${sql.join(
          fields.map((_, index) => sql`coalesce(${sql.ref(`p${index}`)}, 0)`),
          sql` + `,
        )}) as known
      from profiled, present
    )
    select count(*) as total, count(*) filter (where has_left) as has_left,
      count(*) filter (where not has_left and known >= ${READY_SHARE}) as ready,
      count(*) filter (where not has_left and known > 0 and known < ${READY_SHARE}) as partial,
      extract(epoch from (${rule.now}::timestamptz - max(updated_at))) / ${sql.lit(DAY_SECONDS)} as age,
      ${sql.join(fields.map((_, index) => sql`count(*) filter (where not has_left and ${sql.ref(`f${index}`)}) as ${sql.ref(`n${index}`)}`))},
      ${sql.join(fields.map((_, index) => sql`extract(epoch from (${rule.now}::timestamptz - max(updated_at) filter (where not has_left and ${sql.ref(`f${index}`)}))) / ${sql.lit(DAY_SECONDS)} as ${sql.ref(`a${index}`)}`))}
    from shares`.execute(tx);
  const row = rows[0] ?? {};
  const total = await countChosen(tx, chosen, row["total"] ?? 0);
  const active = (row["total"] ?? 0) - (row["has_left"] ?? 0);
  const wholeDays = (age: number | null | undefined) =>
    age === null || age === undefined ? null : Math.max(0, Math.floor(age));
  const ageDays = wholeDays(row["age"]);
  return {
    customers: scaled(total, {
      profiled: row["total"] ?? 0,
      hasLeft: row["has_left"] ?? 0,
      ready: row["ready"] ?? 0,
      partial: row["partial"] ?? 0,
    }),
    fields: fields
      .map((field, index) =>
        toField(field, (row[`n${index}`] ?? 0) / Math.max(1, active), wholeDays(row[`a${index}`])),
      )
      .filter((field) => field.coverage > 0 || customerFields.some(({ name }) => name === field.field)),
    ageDays,
  };
}

async function profileSnapshots(
  tx: Tx,
  companyId: string,
  chosen: RawBuilder<SqlBool>,
  rule: LeavingRule,
): Promise<Profile> {
  const { now } = rule;
  const newestMs = (await newestSnapshotMs(tx, companyId, now)) ?? now.getTime();
  const oldestDay = new Date(newestMs - (MAX_SNAPSHOT_AGE_DAYS + 1) * DAY_MS).toISOString().slice(0, 10);
  const profiled = sql`
    profiled as materialized (
      select c.id, ${hasLeft(rule)} as has_left, s.taken_on, s.features
      from (select * from customers c where ${chosen} order by c.id limit ${MOST_PROFILED}) c
      left join lateral (
        select taken_on, features from customer_snapshots s
        where s.company_id = ${companyId} and s.customer_id = c.id order by taken_on desc limit 1
      ) s on true
    )`;
  const { rows } = await sql<{ total: number; has_left: number; ready: number; partial: number }>`
    with ${profiled}
    select count(*) as total, count(*) filter (where has_left) as has_left,
      count(*) filter (where not has_left and taken_on >= ${oldestDay}::date) as ready,
      count(*) filter (where not has_left and taken_on < ${oldestDay}::date) as partial
    from profiled`.execute(tx);
  const counts = rows[0] ?? { total: 0, has_left: 0, ready: 0, partial: 0 };
  const { rows: known } = await sql<{ name: string; known: number; newest: string | null }>`
    with ${profiled}
    select f.key as name, count(*) filter (where f.value <> 'null'::jsonb) as known,
      max(taken_on) filter (where f.value <> 'null'::jsonb) as newest
    from profiled, jsonb_each(features) f where not has_left
    group by f.key order by f.key limit ${MOST_FIELDS}`.execute(tx);
  const active = counts.total - counts.has_left;
  const ageDays = Math.max(0, Math.floor((now.getTime() - newestMs) / DAY_MS));
  return {
    customers: scaled(await countChosen(tx, chosen, counts.total), {
      profiled: counts.total,
      hasLeft: counts.has_left,
      ready: counts.ready,
      partial: counts.partial,
    }),
    fields: known.map(({ name, known: count, newest }) =>
      toField(
        { name, label: featureWords(name).label, note: null },
        count / Math.max(1, active),
        newest === null
          ? null
          : Math.max(
              0,
              Math.floor((now.getTime() - snapshotTimeMs({ takenOn: newest, features: {} })) / DAY_MS),
            ),
      ),
    ),
    ageDays,
  };
}

/** Past the profiled part the counts are carried over in proportion. */
function scaled(
  total: number,
  {
    profiled,
    hasLeft,
    ready,
    partial,
  }: { profiled: number; hasLeft: number; ready: number; partial: number },
): Profile["customers"] {
  const factor = profiled === 0 ? 0 : total / profiled;
  const customers = {
    customers: total,
    ready: Math.round(ready * factor),
    partial: Math.round(partial * factor),
  };
  const blocked = Math.max(0, total - customers.ready - customers.partial);
  const left = Math.min(blocked, Math.round(hasLeft * factor));
  return {
    ...customers,
    blocked,
    blockedReasons: [
      { reason: "They have left already.", count: left },
      { reason: "Nothing is known of them to score them from.", count: blocked - left },
    ].filter(({ count }) => count > 0),
  };
}

async function countChosen(tx: Tx, chosen: RawBuilder<SqlBool>, profiled: number): Promise<number> {
  if (profiled < MOST_PROFILED) return profiled;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from customers c where ${chosen}`.execute(tx);
  return rows[0]?.count ?? profiled;
}

function toField(
  { name, label, note }: Pick<Field, "name" | "label" | "note">,
  coverage: number,
  ageDays: number | null,
): ProfiledField {
  return {
    field: name,
    label,
    coverage,
    ageDays: coverage === 0 ? null : ageDays,
    status: coverage >= FIELD_READY_SHARE ? "ready" : coverage > 0 ? "partial" : "missing",
    note: coverage === 0 && note === null ? "Not in your data; an import can add it." : note,
  };
}

const column = (name: string, known: RawBuilder<SqlBool>, note: string | null = null): Field => ({
  name,
  label: featureWords(name).label,
  known,
  note,
});
const plan = column("plan", sql`c.plan is not null`);
const payment = column("payment_status", sql`c.payment_status is not null`);
const tenure = column("tenure_days", sql`(c.started_at is not null or c.tenure_months is not null)`);
const customerFields: readonly Field[] = [
  plan,
  column("monthly_revenue", sql`c.monthly_revenue_cents is not null`),
  column("lifetime_value", sql`c.lifetime_value_cents is not null`),
  tenure,
  payment,
];
const ruleFields: readonly Field[] = [
  column("days_since_last_activity", sql`c.last_seen_at is not null`),
  tenure,
  payment,
  column("subscription_status", sql`c.subscription_status is not null`),
];
const attributeField = ({ key, label }: AttributeDefinition): Field => ({
  name: `attributes.${key}`,
  label,
  known: sql`coalesce(c.attributes ->> ${key}, '') <> ''`,
  note: null,
});

/** Where the outcomes stand that a model would learn from: the two are never mixed (decision 0022). */
function outcomeSource(
  { labels }: OutcomeCounts,
  source: TrainingSource | null,
): Completeness["outcomes"]["source"] {
  if (source !== null) return source === "labels" ? "label_column" : source;
  return labels.left > 0 && labels.stayed > 0 ? "label_column" : "none";
}

/** What in a file says that a customer has left. */
const outcomeFields: Record<ChurnRule["definition"], string> = {
  cancelled: "an end date",
  inactive: "the last activity",
  cancelled_or_inactive: "an end date or the last activity",
};

function inWords(
  { customers, blocked }: Profile["customers"],
  { labels, history, dates }: OutcomeCounts,
  source: TrainingSource | null,
  fields: readonly ProfiledField[],
  { ageDays, churn }: { ageDays: number | null; churn: ChurnRule },
): Pick<Completeness, "blockers" | "advice"> {
  const blockers: string[] = [];
  const advice: string[] = [];
  const rarerOutcome = {
    history: Math.min(history.left, history.stayedSnapshots),
    dates: Math.min(dates.left, dates.stayed),
    labels: Math.min(labels.left, labels.stayed),
  };
  if (customers === 0) {
    blockers.push(
      labels.left > 0 && labels.stayed === 0
        ? "Nobody is left to score: every customer whose outcome is known has left. Import the customers you still have."
        : "No customer is chosen. Import customers, or choose others.",
    );
  } else if (blocked === customers) {
    blockers.push("None of these customers can be scored: they have left, or nothing is known of them.");
  }
  if (source === null) {
    advice.push(
      `Scores would come from rules, not from a model: ${knownInWords(labels)}. ` +
        `Import at least ${neededInWords(labels)} (a column 'left: yes/no', or ${outcomeFields[churn.definition]}) to train a model.`,
    );
  } else if (rarerOutcome[source] < 50) {
    advice.push(
      "Fewer than 50 outcomes of one kind are known: the model will be provisional. More history makes it firmer.",
    );
  }
  if (churn.definition !== "cancelled")
    advice.push(`A customer has left when ${churnRuleInWords(churn)} (Settings, Scoring).`);
  if (source === "dates") {
    advice.push(
      "Your records say when customers came and left: the model learns from each as of every month that they were with you, and says when they leave. All but the tenure is as your file says it now; import again from time to time, and it learns what really changed before they left.",
    );
  }
  if (source === "labels") {
    advice.push(
      "A label, or the day somebody left, shows each customer as it stands now and not as it was before. Import a file with a row per customer and month (choose “Snapshot date” for its date), or go on importing: customers are kept as they are once in 30 days, and the model then learns what comes before leaving.",
    );
  }
  const thin = fields.filter((field) => field.status === "partial").slice(0, 3);
  if (thin.length > 0)
    advice.push(`Known for only a part of these customers: ${thin.map((f) => f.label).join(", ")}.`);
  if (ageDays !== null && ageDays > 30)
    advice.push(`The newest data is ${ageDays} days old. Import again before acting on scores.`);
  return { blockers, advice };
}
