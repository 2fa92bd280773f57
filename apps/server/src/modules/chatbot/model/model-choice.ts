import type { AssistantModel } from "@forestay/contracts";
import { sql } from "kysely";
import type { Config } from "#config";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import { costOf, limitsOf, tokensLeft, type Use } from "./model-limits.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "config">;
/** Limits that are left out stay as they are; null: the operator's. */
interface Choice {
  isOn: boolean;
  dailyTokens?: number | null | undefined;
  dailyCost?: number | null | undefined;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** What stands in the settings of the model that this server may ask. */
export function readModelChoice({ db, clock, config }: Context, companyId: string): Promise<AssistantModel> {
  return withTenant(db, companyId, (tx) => choiceOf(tx, companyId, config, clock.now()));
}

/** Throws `invalid_state` where this server has no model, and for a limit of cost where it names no price. */
export function chooseModel(
  { db, clock, config }: Context,
  user: CompanyUser,
  { isOn, ...limits }: Choice,
): Promise<AssistantModel> {
  const { languageModel } = config;
  if (isOn && languageModel === null)
    throw new AppError("invalid_state", { message: "This server has no language model to ask." });
  if (limits.dailyCost != null && languageModel?.price == null)
    throw new AppError("invalid_state", {
      message: "This server names no price of its language model, so no cost can be limited.",
    });
  return withTenant(db, user.companyId, async (tx) => {
    const now = clock.now();
    const before = await choiceOf(tx, user.companyId, config, now);
    const {
      dailyTokens: daily_tokens = before.own.dailyTokens,
      dailyCost: daily_cost = before.own.dailyCost,
    } = limits;
    const chosen = { is_on: isOn, daily_tokens, daily_cost, changed_at: now };
    await tx
      .insertInto("assistant_models")
      .values({ company_id: user.companyId, ...chosen })
      .onConflict((conflict) => conflict.column("company_id").doUpdateSet(chosen))
      .execute();
    const after = await choiceOf(tx, user.companyId, config, now);
    const told = (choice: AssistantModel) => ({ isOn: choice.isOn, ...choice.own });
    if (JSON.stringify(told(before)) !== JSON.stringify(told(after)))
      await recordAudit(tx, user, {
        action: "assistant.model_changed",
        before: told(before),
        after: { ...told(after), model: languageModel?.model ?? null },
      });
    return after;
  });
}

/** What was set aside for one question: to be given back with what it used. */
export interface Reservation {
  day: string;
  tokens: number;
}

/**
 * Sets tokens aside for one question, where the company lets the model be asked and has some left today; null: it is not to be
 * asked. Questions at the same moment wait here for each other, so together they stay within the limits. What a process that
 * died had set aside stays so until the day ends: a limit is rather kept too early than passed.
 */
export async function reserveModelUse(
  { db, clock, config: { languageModel } }: Context,
  companyId: string,
): Promise<Reservation | null> {
  if (languageModel === null) return null;
  return withTenant(db, companyId, async (tx) => {
    const chosen = await choiceRow(tx, companyId);
    if (chosen?.is_on !== true) return null;
    const day = dayOf(clock.now());
    // Makes the day's row and holds it until this is written.
    await sql`insert into assistant_model_use (company_id, day) values (${companyId}, ${day})
      on conflict (company_id, day) do update set questions = assistant_model_use.questions`.execute(tx);
    const used = await useOn(tx, companyId, day);
    const tokens = tokensLeft(languageModel, ownOf(chosen), used);
    if (tokens === 0) return null;
    await tx
      .updateTable("assistant_model_use")
      .set((row) => ({ reserved_tokens: row("reserved_tokens", "+", tokens) }))
      .where("company_id", "=", companyId)
      .where("day", "=", day)
      .execute();
    return { day, tokens };
  });
}

/** Gives back what was set aside and counts what the question used, though nothing came of it. */
export async function settleModelUse(
  { db }: Pick<Context, "db">,
  companyId: string,
  { day, tokens }: Reservation,
  { inputTokens, outputTokens }: Use,
): Promise<void> {
  await withTenant(db, companyId, (tx) =>
    sql`update assistant_model_use set questions = questions + 1,
        input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens},
        reserved_tokens = greatest(reserved_tokens - ${tokens}, 0)
      where company_id = ${companyId} and day = ${day}`.execute(tx),
  );
}

async function choiceOf(
  tx: Tx,
  companyId: string,
  { languageModel }: Pick<Config, "languageModel">,
  now: Date,
): Promise<AssistantModel> {
  const chosen = await choiceRow(tx, companyId);
  const used = await useOn(tx, companyId, dayOf(now));
  const own = ownOf(chosen);
  if (languageModel === null) {
    const none = { dailyTokens: 0, dailyCost: null };
    // Turned on under another operator's settings and with no model now, it is off.
    return {
      model: null,
      isOn: false,
      ...none,
      price: null,
      own,
      most: none,
      used: { ...usedOf(used), cost: null },
    };
  }
  const { model: name, baseUrl, dailyTokens, price } = languageModel;
  return {
    model: { name, host: new URL(baseUrl).host },
    isOn: chosen?.is_on === true,
    ...limitsOf(languageModel, own),
    price: price === null ? null : { input: price.input, output: price.output, currency: price.currency },
    own,
    most: { dailyTokens, dailyCost: price?.dailyCost ?? null },
    used: { ...usedOf(used), cost: costOf(used, price) },
  };
}

const usedOf = ({ questions, inputTokens, outputTokens }: Use & { questions: number }) => ({
  questions,
  tokens: inputTokens + outputTokens,
});

const choiceRow = (tx: Tx, companyId: string) =>
  tx
    .selectFrom("assistant_models")
    .select(["is_on", "daily_tokens", "daily_cost"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();

const ownOf = (chosen: Awaited<ReturnType<typeof choiceRow>>): AssistantModel["own"] => ({
  dailyTokens: chosen?.daily_tokens == null ? null : Number(chosen.daily_tokens),
  dailyCost: chosen?.daily_cost == null ? null : Number(chosen.daily_cost),
});

async function useOn(
  tx: Tx,
  companyId: string,
  day: string,
): Promise<Use & { questions: number; reservedTokens: number }> {
  const row = await tx
    .selectFrom("assistant_model_use")
    .select(["questions", "input_tokens", "output_tokens", "reserved_tokens"])
    .where("company_id", "=", companyId)
    .where("day", "=", day)
    .executeTakeFirst();
  return {
    questions: row?.questions ?? 0,
    inputTokens: Number(row?.input_tokens ?? 0),
    outputTokens: Number(row?.output_tokens ?? 0),
    reservedTokens: Number(row?.reserved_tokens ?? 0),
  };
}
