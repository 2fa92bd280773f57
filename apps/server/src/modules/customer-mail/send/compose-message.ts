import type { MailContent } from "@forestay/contracts";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#config";
import { mailDomain, signMail, webAddress, writeAlternative } from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { renderContent, type MessageFrame, type RenderedMessage } from "../content/render-content.ts";
import { openDkimKey } from "../domains/dkim-key.ts";
import { linkToken, unsubscribeToken } from "../link-tokens.ts";
import { senderOfMessages, type Sending } from "../sending-settings.ts";
import type { ClaimedMessage } from "./claim-due.ts";

/** What composing needs besides the message; made once for all messages of a run. */
export interface Composing {
  config: Config;
  secretKeys: readonly string[];
  companyId: string;
  sending: Sending;
  contents: ReadonlyMap<string, MailContent>;
  /** Ids of the addresses that links lead to, by address. */
  links: ReadonlyMap<string, string>;
  /** PEM; null: nothing is signed. */
  privateKey: string | null;
  now: Date;
}

export interface ComposedMessage extends RenderedMessage {
  raw: Buffer;
  from: string;
  messageId: string;
  unsubscribeUrl: string;
}

/** A message's bytes as they go over the wire. */
export async function composeMessage(
  composing: Composing,
  message: ClaimedMessage,
): Promise<ComposedMessage> {
  const { config, secretKeys, companyId, sending, contents, privateKey, now } = composing;
  const content = contents.get(message.contentId);
  if (content === undefined) throw new Error("A message without its content");
  const token = unsubscribeToken(secretKeys, {
    companyId,
    messageId: message.id,
    addressHash: message.addressHash,
  });
  const rendered = renderContent(content, message.values, frameOf(composing, message, token));
  const { name, address } = senderOfMessages(config, sending, content.senderName);
  const domain = sending.domain?.name ?? mailDomain(config);
  const messageId = `<${message.id}@${domain}>`;
  const composed = await writeAlternative({
    from: `"${name.replaceAll(/["\\]/g, "")}" <${address}>`,
    to: message.address,
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    messageId,
    date: now,
    // Also on what is about an account: the button ends marketing, and nothing else.
    unsubscribeUrl: webAddress(config, `/api/u/${token}`),
    ...(sending.replyTo === null ? {} : { replyTo: sending.replyTo }),
    feedbackId: `${message.sourceId ?? "none"}:${message.sourceKind}:${companyId.slice(0, 8)}:forestay`,
  });
  const raw =
    privateKey === null || sending.domain === null
      ? composed
      : await signMail(composed, {
          domain: sending.domain.name,
          selector: sending.domain.selector,
          privateKey,
        });
  return { ...rendered, raw, from: address, messageId, unsubscribeUrl: webAddress(config, `/u/${token}`) };
}

function frameOf(composing: Composing, message: ClaimedMessage, token: string): MessageFrame {
  const { config, secretKeys, companyId, sending, links } = composing;
  const of = (linkId: string) => linkToken(secretKeys, { companyId, messageId: message.id, linkId });
  return {
    companyName: sending.companyName,
    kind: message.kind,
    postalAddress: sending.postalAddress,
    unsubscribeUrl: webAddress(config, `/u/${token}`),
    linkOf(url) {
      const id = sending.countsClicks ? links.get(url) : undefined;
      return id === undefined ? url : webAddress(config, `/api/l/${of(id)}`);
    },
    openUrl: sending.countsOpens ? webAddress(config, `/api/l/${of(message.id)}/open`) : null,
  };
}

/** Addresses that a content's links lead to, without those that are filled in: these are a customer's own and stay as they are. */
export function addressesIn(content: MailContent): string[] {
  const texts = JSON.stringify(content);
  const inline = [...texts.matchAll(/\]\((https:\/\/[^)\s"{}]+)\)/g)].map(([, url = ""]) => url);
  const buttons = content.blocks.flatMap((block) =>
    block.kind === "button" && !block.url.includes("{{") ? [block.url] : [],
  );
  return [...new Set([...inline, ...buttons])];
}

/** Ids of addresses that links lead to; those that are new are kept. */
export async function keepLinks(
  tx: Tx,
  companyId: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const rows = urls.map((url) => ({ url, hash: createHash("sha256").update(url).digest("hex") }));
  const kept = await sql<{ id: string; url: string }>`
    insert into customer_mail_links (company_id, url, url_hash)
    select ${companyId}, l.url, decode(l.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(url text, hash text)
    on conflict (company_id, url_hash) do update set url = excluded.url
    returning id, url`.execute(tx);
  return new Map(kept.rows.map(({ id, url }) => [url, id]));
}

/** The private half of the sender domain's key; null where there is none. */
export const privateKeyOf = (
  secretKeys: readonly string[],
  companyId: string,
  { domain }: Sending,
): string | null =>
  domain === null
    ? null
    : openDkimKey(secretKeys, { companyId, domainId: domain.id, sealed: domain.sealedPrivateKey });
