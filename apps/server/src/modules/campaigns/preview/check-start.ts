import { MOST_WITHOUT_VALUE, webhookKinds, type CampaignCheck, type WebhookKind } from "@forestay/contracts";
import { formatShare } from "@forestay/contracts/words";
import { smallestEffect } from "@forestay/metrics";
import { sql } from "kysely";
import { missingTagSql, readSending, tagLabel, tagsOf, type Sending } from "#modules/customer-mail/index.ts";
import type { FilterContext } from "#modules/customers/index.ts";
import { findPosting } from "#modules/integrations/index.ts";
import { hasCardSource } from "#modules/recovery/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { mayEnterSql, meetsSql } from "../conditions.ts";
import type { SavedInput } from "../save-campaign.ts";

const NAMED = 5;

export interface Reckoned {
  context: FilterContext;
  /** Who enters at once, and until it is read. */
  count: number;
  total: number;
  keptRate: number | null;
  /** The scores say nothing of when. */
  isUndated: boolean;
  perWeek: number | null;
  /** Customers who have their address in common with another of them, and how many addresses that are. */
  shared: { customers: number; addresses: number };
}

/** Everything that is looked at before a start, what stops it first. */
export async function checkStart(
  tx: Tx,
  companyId: string,
  input: SavedInput,
  reckoned: Reckoned,
): Promise<CampaignCheck[]> {
  const sending = await readSending(tx, companyId);
  const mails = input.steps.flatMap((step) =>
    step.kind === "email" ? [step.content, ...(step.variantB === null ? [] : [step.variantB])] : [],
  );
  const checks = [
    ...audienceChecks(input, reckoned),
    ...(await valueChecks(tx, companyId, input, reckoned, mails)),
    ...(mails.length === 0 ? [] : [...senderChecks(sending), ...addressChecks(reckoned)]),
    ...(await webhookChecks(tx, companyId, input)),
    ...(await chatChecks(tx, companyId, input)),
    ...(await cardChecks(tx, companyId, input)),
    holdoutCheck(input, reckoned),
  ];
  const order = { stops: 0, warning: 1, ok: 2 } as const;
  return checks.toSorted((a, b) => order[a.state] - order[b.state]);
}

const check = (
  key: string,
  state: CampaignCheck["state"],
  title: string,
  detail: string,
  customers: CampaignCheck["customers"] = [],
): CampaignCheck => ({ key, state, title, detail, customers });

function audienceChecks(input: SavedInput, { count }: Reckoned): CampaignCheck[] {
  const acts = input.steps.some(({ kind }) => kind !== "wait" && kind !== "branch");
  return [
    ...(acts
      ? []
      : [
          check(
            "steps",
            "stops",
            "Nothing is done yet",
            "Add an e-mail, a task, a webhook or a Slack message.",
          ),
        ]),
    ...(count > 0
      ? [check("audience", "ok", `${count} enter at the start`, "Counted now; asked again when it starts.")]
      : input.trigger.kind === "Manual"
        ? [
            check(
              "audience",
              "stops",
              "Nobody would enter",
              "Nobody meets the audience, or everybody is left out.",
            ),
          ]
        : [check("audience", "ok", "Nobody enters at once", "Customers enter as they come to meet it.")]),
  ];
}

async function cardChecks(tx: Tx, companyId: string, { trigger }: SavedInput): Promise<CampaignCheck[]> {
  if (trigger.kind !== "CardExpiring" || (await hasCardSource(tx, companyId))) return [];
  return [
    check(
      "cards",
      "warning",
      "No cards are read yet",
      "Nobody enters before Stripe is connected with a key that may read payment methods. Cards are read once a day.",
    ),
  ];
}

/** A field without a fallback is missing for somebody: for more than 5 in 100, and nothing is started. */
async function valueChecks(
  tx: Tx,
  companyId: string,
  input: SavedInput,
  { context, count }: Reckoned,
  mails: readonly Parameters<typeof tagsOf>[0][],
): Promise<CampaignCheck[]> {
  const fallbacks = new Map<string, boolean>();
  for (const mail of mails)
    for (const { tag, hasFallback } of tagsOf(mail))
      fallbacks.set(tag, (fallbacks.get(tag) ?? true) && hasFallback);
  const checks: CampaignCheck[] = [];
  const of = ofAudience(input, count);
  for (const [tag, hasFallback] of fallbacks) {
    const missing = missingTagSql(tag);
    if (missing === null) continue;
    const { rows } = await sql<{
      total: number;
      missing: number;
      named: { id: string; name: string }[] | null;
    }>`
      with them as (select c.id, coalesce(c.full_name, c.email, c.external_id, 'A customer') as name, ${missing} as missing
        from customers c where ${meetsSql(companyId, of, context, null)} and ${mayEnterSql(companyId, of, context, null)})
      select count(*)::int as total, count(*) filter (where missing)::int as missing,
        (select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name)) from (select id, name from them where missing
          order by id limit ${NAMED}) n) as named
      from them`.execute(tx);
    const found = rows[0];
    if (!found || found.total === 0) continue;
    const share = found.missing / found.total;
    const label = tagLabel(tag);
    if (hasFallback || found.missing === 0)
      checks.push(
        check(
          `value:${tag}`,
          "ok",
          `${label} is there for ${formatShare(1 - share)}`,
          found.missing === 0 ? "Of everybody." : "The others read what stands in its place.",
        ),
      );
    else
      checks.push(
        check(
          `value:${tag}`,
          share > MOST_WITHOUT_VALUE ? "stops" : "warning",
          `${label} is empty for ${found.missing} customers`,
          share > MOST_WITHOUT_VALUE
            ? `${formatShare(share)} of the audience. More than 5% without a value stops the start: say what stands in its place, as in {{${tag}|there}}.`
            : `${formatShare(share)} of the audience read nothing there. Say what stands in its place, as in {{${tag}|there}}.`,
          found.named ?? [],
        ),
      );
  }
  return checks;
}

/** Customers of one address are one reader: drawn together, and written to once. */
function addressChecks({ shared: { customers, addresses } }: Reckoned): CampaignCheck[] {
  if (customers === 0) return [];
  return [
    check(
      "shared",
      "ok",
      `${customers} customers share ${addresses === 1 ? "an address" : `${addresses} addresses`}`,
      "Those with one address are held out or written to together, and each address gets a message once.",
    ),
  ];
}

/** Of those who enter later nothing is known yet: of everybody whom the audience lets in, then. */
const ofAudience = (input: SavedInput, count: number): SavedInput =>
  count > 0 ? input : { ...input, trigger: { kind: "Manual" } };

/** A webhook step that nobody hears would do nothing, and its customers would look as if something had been done. */
async function webhookChecks(tx: Tx, companyId: string, input: SavedInput): Promise<CampaignCheck[]> {
  if (!input.steps.some(({ kind }) => kind === "webhook")) return [];
  const kind: WebhookKind = "campaign.step_reached";
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_endpoints
    where company_id = ${companyId} and status = 'active' and ${kind} = any(kinds)`.execute(tx);
  const count = rows[0]?.count ?? 0;
  return [
    count === 0
      ? check(
          "webhook",
          "stops",
          "No webhook hears of campaign steps",
          `Add one under Settings, Webhooks, and choose “${webhookKinds[kind].label}”.`,
        )
      : check(
          "webhook",
          "ok",
          `Told to ${count === 1 ? "a webhook" : `${count} webhooks`}`,
          "Signed, and tried for three days.",
        ),
  ];
}

/** Without a connected chat nothing is posted, and nobody would hear of it. */
async function chatChecks(tx: Tx, companyId: string, input: SavedInput): Promise<CampaignCheck[]> {
  const channels = input.steps.flatMap((step) => (step.kind === "slack" ? [step.channel.name] : []));
  if (channels.length === 0) return [];
  if ((await findPosting(tx, companyId)) === null)
    return [
      check(
        "chat",
        "stops",
        "No chat is connected",
        "Connect Slack under Settings, Integrations, or remove the step.",
      ),
    ];
  return [check("chat", "ok", `Posted to #${channels.join(", #")}`, "Some customers in one message.")];
}

function senderChecks(sending: Sending): CampaignCheck[] {
  const { quietHours, capMessages, capDays } = sending;
  return [
    sending.postalAddress === ""
      ? check(
          "address",
          "stops",
          "Your postal address is missing",
          "It has to stand in every marketing message. Add it under Settings, Sending.",
        )
      : check("address", "ok", "Your postal address stands in every message", sending.postalAddress),
    sending.domain === null
      ? check(
          "domain",
          "warning",
          "Not from a domain of your own",
          "Messages come from this product's address. Add and verify a domain under Settings, Sending.",
        )
      : check("domain", "ok", `Signed by ${sending.domain.name}`, "Its records are looked at every day."),
    check(
      "unsubscribe",
      "ok",
      "Unsubscribe link in every e-mail",
      "One click, in the header too; plain text beside it.",
    ),
    check(
      "hours",
      "ok",
      quietHours === null ? "No quiet hours" : `Quiet from ${quietHours.from} to ${quietHours.to}`,
      `On the customer's clock. At most ${capMessages} messages in ${capDays} days.`,
    ),
  ];
}

function holdoutCheck(input: SavedInput, { total, keptRate, isUndated, perWeek }: Reckoned): CampaignCheck {
  if (input.holdoutShare === 0)
    return check("holdout", "warning", "Nobody is held out", "Nobody will be able to say what it changed.");
  if (keptRate === null)
    return check(
      "holdout",
      "warning",
      "What the holdout can show is not known",
      isUndated
        ? "The scores were learned without dates and say nothing of when, so how many leave meanwhile is not known."
        : "Nobody of the audience has a score. Run an analysis first.",
    );
  const effect = smallestEffect(total, input.holdoutShare, keptRate);
  const later = perWeek === null ? " Who enters later is not in it." : "";
  return effect === null
    ? check(
        "holdout",
        "warning",
        "The holdout can show no effect",
        `So few leave anyway that even keeping all of them would not be seen with ${total} customers.${later}`,
      )
    : check(
        "holdout",
        "ok",
        "The holdout can answer",
        `A difference of ${points(effect)} or more is seen.${later}`,
      );
}

const points = (share: number) => `${(100 * share).toFixed(1)} points`;
