import type { CustomerMailKind, MailContent } from "@forestay/contracts";
import type { Config } from "#config";
import { webAddress } from "#modules/mail/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { renderContent, type RenderedMessage, type TagValues } from "./content/render-content.ts";
import { readSending, senderOfMessages } from "./sending-settings.ts";

/** A message as somebody with these values would get it; its links lead straight on, and count nothing. */
export async function previewMessage(
  tx: Tx,
  config: Config,
  companyId: string,
  content: MailContent,
  values: TagValues,
  kind: CustomerMailKind = "marketing",
): Promise<RenderedMessage & { from: string }> {
  const sending = await readSending(tx, companyId);
  const { name, address } = senderOfMessages(config, sending, content.senderName);
  const rendered = renderContent(content, values, {
    companyName: sending.companyName,
    kind,
    postalAddress: sending.postalAddress,
    unsubscribeUrl: webAddress(config, "/u/preview"),
    linkOf: (url) => url,
    openUrl: null,
  });
  return { ...rendered, from: `${name} <${address}>` };
}
