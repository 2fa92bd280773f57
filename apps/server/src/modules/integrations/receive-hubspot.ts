import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { webAddress } from "#modules/mail/index.ts";
import { withSystem, withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { hubspotNews, newsOf, type HubSpotNews } from "./connectors/hubspot/changes.ts";
import { isSigned } from "./connectors/hubspot/signature.ts";
import { personErasedThere } from "./events.ts";
import { followSoon } from "./follow-news.ts";
import { keepChange } from "./inbox.ts";
import { findIntegration, updateIntegration } from "./integration-rows.ts";

type Context = Pick<ModuleContext, "config" | "db" | "jobs" | "clock" | "events">;

/** What HubSpot tells is the app's and not an account's: one address, one secret, all accounts that allowed the app. */
const APP = "app";
const PATH = "/api/incoming/hubspot";

/**
 * Keeps what HubSpot tells of the accounts that allowed us, once, before it is answered; a job takes it in. Whom somebody there
 * erased for good is erased here as well. Without the right signature of the last five minutes nothing is kept.
 */
export async function receiveHubSpot(
  context: Context,
  body: Uint8Array,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { config, db, clock } = context;
  const { client, sandbox } = config.providers.hubspot;
  const text = Buffer.from(body).toString("utf8");
  const signed = {
    method: "POST",
    url: webAddress(config, PATH),
    body: text,
    timestamp: one(headers["x-hubspot-request-timestamp"]),
    signature: one(headers["x-hubspot-signature-v3"]),
  };
  const isOurs = (secret: string | undefined) =>
    secret !== undefined && secret !== "" && isSigned(secret, signed, clock.now());
  const isSandbox = isOurs(sandbox?.client.secret);
  if (!isSandbox && !isOurs(client?.secret)) throw new AppError("not_found");
  const told = new Map<string, HubSpotNews[]>();
  for (const said of parse(text)) {
    const news = newsOf(said);
    if (news) told.set(news.portalId, [...(told.get(news.portalId) ?? []), news]);
  }
  for (const [portalId, news] of told) {
    const { rows } = await withSystem(db, (tx) =>
      sql<{ company_id: string }>`select company_id from integration_accounts
        where provider = 'hubspot' and account_id = ${portalId}`.execute(tx),
    );
    for (const { company_id: companyId } of rows) await keep(context, companyId, news, isSandbox);
  }
}

async function keep(
  { db, jobs, clock, events }: Context,
  companyId: string,
  news: readonly HubSpotNews[],
  isSandbox: boolean,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const row = await findIntegration(tx, companyId, "hubspot");
    if (row?.is_sandbox !== isSandbox) return;
    // From its first word on it is known that this account tells.
    if (row.webhook_id === null) await updateIntegration(tx, companyId, "hubspot", { webhook_id: APP });
    let isNews = false;
    for (const { change, isErasure } of news) {
      if (isErasure)
        await events.emit(tx, personErasedThere, {
          companyId,
          provider: "hubspot",
          sourceId: change.sourceId,
        });
      else if (await keepChange(tx, companyId, "hubspot", change, clock.now())) isNews = true;
    }
    if (!isNews) return;
    await followSoon(tx, jobs, companyId, "hubspot");
  });
}

function parse(text: string): unknown[] {
  try {
    return hubspotNews.parse(JSON.parse(text));
  } catch {
    throw new AppError("not_found");
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
