import type { AssistantModel } from "@forestay/contracts";
import { sql } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ModelUse } from "./ask-model.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "config">;

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** What stands in the settings of the model that this server may ask. */
export function readModelChoice({ db, clock, config }: Context, companyId: string): Promise<AssistantModel> {
  return withTenant(db, companyId, (tx) => choiceOf(tx, companyId, config, clock.now()));
}

/** Throws `invalid_state` where this server has no model. */
export function chooseModel(
  { db, clock, config }: Context,
  user: CompanyUser,
  isOn: boolean,
): Promise<AssistantModel> {
  if (isOn && config.languageModel === null)
    throw new AppError("invalid_state", { message: "This server has no language model to ask." });
  return withTenant(db, user.companyId, async (tx) => {
    const before = await choiceOf(tx, user.companyId, config, clock.now());
    await tx
      .insertInto("assistant_models")
      .values({ company_id: user.companyId, is_on: isOn, changed_at: clock.now() })
      .onConflict((conflict) =>
        conflict.column("company_id").doUpdateSet({ is_on: isOn, changed_at: clock.now() }),
      )
      .execute();
    if (before.isOn !== isOn)
      await recordAudit(tx, user, {
        action: "assistant.model_changed",
        before: { isOn: before.isOn },
        after: { isOn, model: config.languageModel?.model ?? null },
      });
    return { ...before, isOn };
  });
}

/** Whether the company lets it be asked and has tokens left today. */
export async function mayAskModel({ db, clock, config }: Context, companyId: string): Promise<boolean> {
  if (config.languageModel === null) return false;
  const { isOn, used, dailyTokens } = await readModelChoice({ db, clock, config }, companyId);
  return isOn && used.tokens < dailyTokens;
}

/** Counts what a question used, though nothing came of it. */
export async function countModelUse(
  { db, clock }: Pick<Context, "db" | "clock">,
  companyId: string,
  { inputTokens, outputTokens }: ModelUse,
): Promise<void> {
  await withTenant(db, companyId, (tx) =>
    sql`insert into assistant_model_use (company_id, day, questions, input_tokens, output_tokens)
      values (${companyId}, ${dayOf(clock.now())}, 1, ${inputTokens}, ${outputTokens})
      on conflict (company_id, day) do update set questions = assistant_model_use.questions + 1,
        input_tokens = assistant_model_use.input_tokens + excluded.input_tokens,
        output_tokens = assistant_model_use.output_tokens + excluded.output_tokens`.execute(tx),
  );
}

async function choiceOf(
  tx: Tx,
  companyId: string,
  { languageModel }: Context["config"],
  now: Date,
): Promise<AssistantModel> {
  const chosen = await tx
    .selectFrom("assistant_models")
    .select("is_on")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const { rows } = await sql<{ questions: number; tokens: number }>`
    select questions, (input_tokens + output_tokens)::int as tokens from assistant_model_use
    where company_id = ${companyId} and day = ${dayOf(now)}`.execute(tx);
  return {
    model:
      languageModel === null
        ? null
        : { name: languageModel.model, host: new URL(languageModel.baseUrl).host },
    // Turned on under another operator's settings and with no model now, it is off.
    isOn: languageModel !== null && chosen?.is_on === true,
    dailyTokens: languageModel?.dailyTokens ?? 0,
    used: rows[0] ?? { questions: 0, tokens: 0 },
  };
}
