import { randomUUID } from "node:crypto";
import type { Post } from "@forestay/contracts";
import { PRODUCT_NAME } from "@forestay/contracts";
import { providerWords, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { recordAudit } from "#modules/audit/index.ts";
import { nameOf } from "#modules/companies/index.ts";
import { webAddress } from "#modules/mail/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockIntegration, tellChange } from "../integration-rows.ts";
import type { ProviderContext } from "../providers.ts";
import { enqueuePosting } from "./post-job.ts";
import { postMessage } from "./post-message.ts";
import { changePost, toPost, type PostRow } from "./post-rows.ts";
import { providerNotAsked, readChannels } from "./read-channels.ts";

type Context = ProviderContext & Pick<ModuleContext, "db" | "clock" | "jobs">;

/** Has a line posted to a channel, to see that it arrives. Throws `validation_failed` where there is no such channel. */
export async function postTest(
  context: Context,
  user: CompanyUser,
  provider: IntegrationProvider,
  channelId: string,
): Promise<void> {
  const { companyId } = user;
  const { items } = await readChannels(context, companyId, provider).catch(providerNotAsked);
  const channel = items.find(({ id }) => id === channelId);
  if (!channel)
    throw new AppError("validation_failed", { fields: { channelId: "There is no such channel." } });
  await withTenant(context.db, companyId, async (tx) => {
    await lockIntegration(tx, companyId, provider);
    await postMessage(tx, context, {
      companyId,
      channel,
      title: null,
      text: `${nameOf(user)} tries out ${PRODUCT_NAME}: this is where its news will be.`,
      link: {
        url: webAddress(context.config, `/app/settings/integrations/${provider}/configure`),
        label: "Open the settings",
      },
      uniqueKey: `test:${randomUUID()}`,
    });
    await recordAudit(tx, user, {
      action: "integration.posted",
      target: `${providerWords(provider).name}: #${channel.name}`,
    });
  });
}

/** Posts a message once more that is not there, or may not be. Throws `invalid_state` where it is, or waits. */
export async function postAgain(
  { db, clock, jobs }: Pick<ModuleContext, "db" | "clock" | "jobs">,
  user: CompanyUser,
  provider: IntegrationProvider,
  id: string,
): Promise<Post> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    await lockIntegration(tx, companyId, provider);
    const now = clock.now();
    const isBack = await changePost(tx, companyId, id, ["failed", "unsure"], {
      status: "waiting",
      nextTryAt: now,
    });
    const { rows } = await sql<PostRow>`
      update integration_posts set created_at = case when ${isBack} then ${now} else created_at end
      where company_id = ${companyId} and provider = ${provider} and id = ${id} returning *`.execute(tx);
    const [row] = rows;
    if (!row) throw new AppError("not_found", { message: "There is no such message." });
    if (!isBack)
      throw new AppError("invalid_state", { message: "It is there already, or waits to be posted." });
    await enqueuePosting(tx, jobs, companyId, provider);
    await recordAudit(tx, user, {
      action: "integration.posted",
      target: `${providerWords(provider).name}: #${row.channel_name}`,
    });
    await tellChange(tx, companyId, provider);
    return toPost(row);
  });
}
