import { findUserById } from "#modules/companies/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { unsubscribe } from "./subscriptions.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

/** Ends a report by the link of its mail; twice is once. Throws `not_found` for a link that is none of ours, or of nobody. */
export async function stopReports(
  { db, secretKeys }: ModuleContext,
  { token, ipAddress }: { token: string; ipAddress: string },
): Promise<{ email: string; companyName: string }> {
  const gone = () =>
    new AppError("not_found", {
      message: "This link is not whole, or its account is gone. Nothing more is sent to an account that is.",
    });
  const subscriber = readUnsubscribeToken(secretKeys, token);
  if (subscriber === null) throw gone();
  const { companyId, userId } = subscriber;
  return withTenant(db, companyId, async (tx) => {
    const person = await findUserById(tx, userId);
    if (person?.company?.id !== companyId) throw gone();
    const { email } = person;
    await unsubscribe(tx, { companyId, userId, email, ipAddress });
    return { email, companyName: person.company.name };
  });
}
