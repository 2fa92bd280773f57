import { customerObject, providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { recordAudit } from "#modules/audit/index.ts";
import { answerQuestions, customersWritten, type GivenAnswer } from "#modules/customers/index.ts";
import { readAgain } from "#modules/integrations/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { ModuleContext } from "#platform/module.ts";

/**
 * Keeps whom records are, all or none, and has them and what waited for them read again. Returns of how many something new was
 * said.
 */
export async function answerMatches(
  { db, clock, jobs, events }: Pick<ModuleContext, "db" | "clock" | "jobs" | "events">,
  user: CompanyUser,
  answers: readonly GivenAnswer[],
): Promise<number> {
  const { companyId } = user;
  return withTenantClient(db, companyId, async (handles) => {
    const { tx } = handles;
    const now = clock.now();
    const said = await answerQuestions(handles, user, answers, now);
    for (const { source, sourceId, name, customerId } of said)
      await recordAudit(tx, user, {
        action: "customer.matched",
        target: name,
        ...(customerId !== null && { targetId: customerId }),
        after: {
          system: providerWords(source as IntegrationProvider).name,
          record: sourceId,
          is: customerId === null ? "none of those it could be" : "this customer",
        },
      });
    const providers = [...new Set(said.map(({ source }) => source as IntegrationProvider))];
    for (const provider of providers) {
      const object = customerObject(provider) ?? "";
      const named = said.filter(({ source }) => source === provider);
      await readAgain(
        tx,
        jobs,
        { companyId, provider, now },
        named.map(({ sourceId }) => ({ object, sourceId })),
      );
    }
    if (said.length > 0) await events.emit(tx, customersWritten, { companyId });
    return said.length;
  });
}
