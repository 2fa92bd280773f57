import type { MailContent } from "@forestay/contracts";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#config";
import {
  mailDomain,
  signMail,
  webAddress,
  writeAlternative,
  writeQuoted,
  type MailHead,
} from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import {
  filledValues,
  prepareContent,
  tagsOfContent,
  type OwnLinks,
  type PreparedContent,
} from "../content/prepare-content.ts";
import { renderContent, type RenderedMessage } from "../content/render-content.ts";
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
  /** What is the same in many messages, made at the first of them. */
  prepared: Map<string, PreparedContent>;
  /** PEM; null: nothing is signed. */
  privateKey: string | null;
  now: Date;
}

export interface ComposedMessage extends RenderedMessage {
  raw: Buffer;
  messageId: string;
  unsubscribeUrl: string;
}

/** A message's bytes as they go over the wire, and its words as people read them in the outbox. */
export async function composeMessage(
  composing: Composing,
  message: ClaimedMessage,
): Promise<ComposedMessage> {
  const { sending, links } = composing;
  const own = ownLinksOf(composing, message);
  const rendered = renderContent(contentOf(composing, message), message.values, {
    ...sharedFrameOf(composing, message),
    unsubscribeUrl: own.unsubscribeUrl,
    openUrl: own.openUrl,
    linkOf(url) {
      const id = sending.countsClicks ? links.get(url) : undefined;
      return id === undefined ? url : own.linkOf(id);
    },
  });
  const head = headOf(composing, message, own.token, rendered.subject);
  const composed = await writeAlternative({ ...head, html: rendered.html, text: rendered.text });
  return {
    ...rendered,
    raw: await signed(composing, composed),
    messageId: head.messageId,
    unsubscribeUrl: own.unsubscribeUrl,
  };
}

/** The same bytes for a mail server, many times faster: what is the same for all who get a content is rendered and quoted once. */
export async function writeMessage(
  composing: Composing,
  message: ClaimedMessage,
): Promise<{ raw: Buffer; from: string }> {
  const from = senderOf(composing, message).address;
  const own = ownLinksOf(composing, message);
  const { subject, ...parts } = preparedFor(composing, message)(message.values, own);
  const quick = writeQuoted(headOf(composing, message, own.token, subject), parts);
  if (quick === null) return { raw: (await composeMessage(composing, message)).raw, from };
  return { raw: await signed(composing, quick), from };
}

function contentOf({ contents }: Composing, { contentId }: ClaimedMessage): MailContent {
  const content = contents.get(contentId);
  if (content === undefined) throw new Error("A message without its content");
  return content;
}

/** By everything that is the same in it, so that changed settings hold from the next message on. */
function preparedFor(composing: Composing, message: ClaimedMessage): PreparedContent {
  const { sending, links, prepared } = composing;
  const content = contentOf(composing, message);
  const frame = sharedFrameOf(composing, message);
  const values = filledValues(message.values);
  const present = tagsOfContent(content).filter((tag) => values.has(tag));
  const { countsClicks, countsOpens } = sending;
  const key = JSON.stringify([message.contentId, present, frame, countsClicks, countsOpens]);
  let found = prepared.get(key);
  if (found === undefined) {
    found = prepareContent(content, present, frame, { links: countsClicks ? links : new Map(), countsOpens });
    prepared.set(key, found);
  }
  return found;
}

const sharedFrameOf = ({ sending }: Composing, { kind }: ClaimedMessage) => ({
  companyName: sending.companyName,
  kind,
  postalAddress: sending.postalAddress,
});

const senderOf = (composing: Composing, message: ClaimedMessage) =>
  senderOfMessages(composing.config, composing.sending, contentOf(composing, message).senderName);

function headOf(composing: Composing, message: ClaimedMessage, token: string, subject: string): MailHead {
  const { config, companyId, sending, now } = composing;
  const { name, address } = senderOf(composing, message);
  return {
    from: `"${name.replaceAll(/["\\]/g, "")}" <${address}>`,
    to: message.address,
    subject,
    messageId: `<${message.id}@${sending.domain?.name ?? mailDomain(config)}>`,
    date: now,
    // Also on what is about an account: the button ends marketing, and nothing else.
    unsubscribeUrl: webAddress(config, `/api/u/${token}`),
    ...(sending.replyTo === null ? {} : { replyTo: sending.replyTo }),
    feedbackId: `${message.sourceId ?? "none"}:${message.sourceKind}:${companyId.slice(0, 8)}:forestay`,
  };
}

async function signed({ sending, privateKey }: Composing, raw: Buffer): Promise<Buffer> {
  if (privateKey === null || sending.domain === null) return raw;
  return signMail(raw, { domain: sending.domain.name, selector: sending.domain.selector, privateKey });
}

function ownLinksOf(composing: Composing, message: ClaimedMessage): OwnLinks & { token: string } {
  const { config, secretKeys, companyId, sending } = composing;
  const token = unsubscribeToken(secretKeys, {
    companyId,
    messageId: message.id,
    addressHash: message.addressHash,
  });
  const of = (linkId: string) => linkToken(secretKeys, { companyId, messageId: message.id, linkId });
  return {
    token,
    unsubscribeUrl: webAddress(config, `/u/${token}`),
    linkOf: (linkId) => webAddress(config, `/api/l/${of(linkId)}`),
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
