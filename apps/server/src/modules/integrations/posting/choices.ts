import {
  notificationKinds,
  type integrationRoutes,
  type NotificationKind,
  type Posting,
  type RouteBody,
} from "@forestay/contracts";
import { DAILY_DIGEST, postedKinds, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockIntegration, tellChange } from "../integration-rows.ts";
import { providerNotAsked, readChannels } from "./read-channels.ts";
import type { ProviderContext } from "../providers.ts";

/** Of who chose none. */
const DIGEST_HOUR = 8;

export interface ChoiceRow {
  provider: IntegrationProvider;
  kind: string;
  channel_id: string;
  channel_name: string;
  hour: number | null;
  problem: string | null;
}

const labelOf = (kind: string): string =>
  kind === DAILY_DIGEST ? "A digest of the day" : notificationKinds[kind as NotificationKind].label;

export async function readChoices(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select provider, kind, channel_id, channel_name, hour, problem from integration_channels
    where company_id = ${companyId} and provider = ${provider}`.execute(tx);
  return rows;
}

/** Which channel hears of what, every kind in its order. */
export async function readPosting(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<Posting> {
  const rows = await readChoices(tx, companyId, provider);
  return {
    choices: [...postedKinds, DAILY_DIGEST].map((kind) => {
      const row = rows.find((one) => one.kind === kind);
      return {
        kind,
        label: labelOf(kind),
        channel: row === undefined ? null : { id: row.channel_id, name: row.channel_name },
        problem: row?.problem ?? null,
      };
    }),
    digestHour: rows.find(({ kind }) => kind === DAILY_DIGEST)?.hour ?? DIGEST_HOUR,
  };
}

type Change = RouteBody<typeof integrationRoutes.changePosting>;

/** Chooses channels. Throws `validation_failed` where the chat has no such channel. */
export async function changePosting(
  context: ProviderContext & Pick<ModuleContext, "db" | "clock">,
  user: CompanyUser,
  provider: IntegrationProvider,
  { choices, digestHour }: Change,
): Promise<Posting> {
  const { companyId } = user;
  const isChosen = choices.some(({ channelId }) => channelId !== null);
  // Names are the chat's own; asked for only where a channel is chosen.
  const known = isChosen
    ? (await readChannels(context, companyId, provider).catch(providerNotAsked)).items
    : [];
  return withTenant(context.db, companyId, async (tx) => {
    await lockIntegration(tx, companyId, provider);
    const before = await readPosting(tx, companyId, provider);
    for (const { kind, channelId } of choices) {
      if (channelId === null) {
        await sql`delete from integration_channels
          where company_id = ${companyId} and provider = ${provider} and kind = ${kind}`.execute(tx);
        continue;
      }
      const channel = known.find(({ id }) => id === channelId);
      if (!channel)
        throw new AppError("validation_failed", {
          fields: { choices: "There is no such channel, or we are not invited to it." },
        });
      const isDigest = kind === DAILY_DIGEST;
      await sql`
        insert into integration_channels as c (company_id, provider, kind, channel_id, channel_name, hour, told_until)
        values (${companyId}, ${provider}, ${kind}, ${channel.id}, ${channel.name.slice(0, 200)},
          ${isDigest ? (digestHour ?? before.digestHour) : null}, ${isDigest ? context.clock.now() : null})
        on conflict (company_id, provider, kind) do update set channel_id = excluded.channel_id,
          channel_name = excluded.channel_name, problem = case when c.channel_id = excluded.channel_id then c.problem end`.execute(
        tx,
      );
    }
    if (digestHour !== undefined)
      await sql`update integration_channels set hour = ${digestHour}
        where company_id = ${companyId} and provider = ${provider} and kind = ${DAILY_DIGEST}`.execute(tx);
    const after = await readPosting(tx, companyId, provider);
    const changes = changesOf(said(before), said(after));
    if (changes !== null) {
      await recordAudit(tx, user, { action: "integration.posting_changed", target: "Slack", ...changes });
      await tellChange(tx, companyId, provider);
    }
    return after;
  });
}

/** As it is written down: kinds and the names of their channels. */
const said = ({ choices, digestHour }: Posting) => ({
  ...Object.fromEntries(choices.map(({ kind, channel }) => [kind, channel?.name ?? null])),
  digest_hour: digestHour,
});
