import { PRODUCT_NAME, type SendingSettings, type SendingSettingsInput } from "@forestay/contracts";
import type { Config } from "#config";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { readCompanySettings } from "#modules/companies/index.ts";
import { mailDomain } from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

/** How a company writes to its customers, and what else of the company a message needs. */
export interface Sending extends SendingSettingsInput {
  companyName: string;
  companyTimeZone: string;
  /** Verified, with its key; null: messages come from the product's own address. */
  domain: { id: string; name: string; selector: string; sealedPrivateKey: Buffer } | null;
}

const unsaid = {
  localPart: "hello",
  domainId: null,
  replyTo: null,
  postalAddress: "",
  capMessages: 2,
  capDays: 7,
  quietHours: { from: "20:00", to: "08:00" },
  countsClicks: true,
  countsOpens: true,
} as const;

/** What was set, or what holds until somebody sets it. */
export async function readSending(tx: Tx, companyId: string): Promise<Sending> {
  const company = await readCompanySettings(tx, companyId);
  const row = await tx
    .selectFrom("sending_settings as s")
    .leftJoin("sender_domains as d", (join) =>
      join
        .onRef("d.company_id", "=", "s.company_id")
        .onRef("d.id", "=", "s.domain_id")
        .on("d.verified_at", "is not", null),
    )
    .selectAll("s")
    .select(["d.domain", "d.selector", "d.sealed_private_key"])
    .where("s.company_id", "=", companyId)
    .executeTakeFirst();
  const ofCompany = { companyName: company.name, companyTimeZone: company.timeZone };
  if (!row) return { ...unsaid, senderName: company.name, ...ofCompany, domain: null };
  return {
    ...ofCompany,
    senderName: row.sender_name,
    localPart: row.local_part,
    domainId: row.domain_id,
    replyTo: row.reply_to,
    postalAddress: row.postal_address,
    capMessages: row.cap_messages,
    capDays: row.cap_days,
    quietHours:
      row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
    countsClicks: row.counts_clicks,
    countsOpens: row.counts_opens,
    domain:
      row.domain === null ||
      row.selector === null ||
      row.sealed_private_key === null ||
      row.domain_id === null
        ? null
        : {
            id: row.domain_id,
            name: row.domain,
            selector: row.selector,
            sealedPrivateKey: row.sealed_private_key,
          },
  };
}

/** Name and address that a message comes from. */
export function senderOfMessages(
  config: Config,
  sending: Sending,
  senderName = "",
): { name: string; address: string } {
  const name = senderName === "" ? sending.senderName : senderName;
  if (sending.domain !== null) return { name, address: `${sending.localPart}@${sending.domain.name}` };
  return { name: `${name} via ${PRODUCT_NAME}`, address: `no-reply@${mailDomain(config)}` };
}

/** As the settings page shows it. */
export function toSendingSettings(config: Config, sending: Sending): SendingSettings {
  const { companyName: _, companyTimeZone: __, domain, ...settings } = sending;
  const { name, address } = senderOfMessages(config, sending);
  return {
    ...settings,
    from: `${name} <${address}>`,
    isSigned: domain !== null,
    mailLeaves: config.smtpUrl !== null,
  };
}

/** Throws `validation_failed` for a domain that is not there or not verified. */
export async function saveSending(tx: Tx, user: CompanyUser, input: SendingSettingsInput): Promise<void> {
  const { companyId } = user;
  const { companyName: _, companyTimeZone: __, domain: ___, ...before } = await readSending(tx, companyId);
  if (input.domainId !== null && input.domainId !== before.domainId) {
    const domain = await tx
      .selectFrom("sender_domains")
      .select("verified_at")
      .where("company_id", "=", companyId)
      .where("id", "=", input.domainId)
      .executeTakeFirst();
    if (domain?.verified_at == null)
      throw new AppError("validation_failed", {
        fields: { domainId: "Add this domain's records first, and check them." },
      });
  }
  const values = {
    sender_name: input.senderName,
    local_part: input.localPart,
    domain_id: input.domainId,
    reply_to: input.replyTo,
    postal_address: input.postalAddress,
    cap_messages: input.capMessages,
    cap_days: input.capDays,
    quiet_from: input.quietHours?.from ?? null,
    quiet_to: input.quietHours?.to ?? null,
    counts_clicks: input.countsClicks,
    counts_opens: input.countsOpens,
  };
  await tx
    .insertInto("sending_settings")
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column("company_id").doUpdateSet(values))
    .execute();
  const changes = changesOf(
    { ...before, quietHours: hoursInWords(before.quietHours) },
    { ...input, quietHours: hoursInWords(input.quietHours) },
  );
  if (changes !== null)
    await recordAudit(tx, user, { action: "customer_mail.settings_changed", target: "Sending", ...changes });
}

const hoursInWords = (hours: SendingSettingsInput["quietHours"]) =>
  hours === null ? null : `${hours.from} to ${hours.to}`;
