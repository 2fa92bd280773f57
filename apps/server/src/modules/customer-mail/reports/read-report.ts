import { fieldsOf, reportParts } from "./report-parts.ts";

/** What a mail system reports of one message of ours. */
export type MailReport =
  /** It did not arrive. `isPermanent`: and will not, however often it is tried. `isAddress`: for its address' sake. */
  | { kind: "bounced"; isPermanent: boolean; isAddress: boolean; reason: string }
  /** Its reader calls it unwanted, or asks by the mail program to be written to no more. */
  | { kind: "complained" | "opted_out" };

export interface ReadReport {
  report: MailReport;
  /** The signed secret that the returned message carries: it says which message of whom, and nobody else can make it. */
  token: string;
}

const MOST_REASON = 300;
/** Our links end in a token of so many bytes; a part of another length is none. */
const TOKEN = /\/u\/([\w-]{60,200})(?:[>\s?]|$)/;

/** The message that it is of, or its header alone. */
const ORIGINALS = ["message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global"];
const COMPLAINTS = ["message/feedback-report"];
const STATUSES = ["message/delivery-status", "message/global-delivery-status"];

/**
 * Reads a delivery status notification (RFC 3464) or an abuse report (RFC 5965). Null for anything else: mail that came to the
 * same mailbox, a report without the message it is of, one that is cut off or made to confuse. Only the parts that machines
 * write are read, never the words around them.
 */
export function readReport(raw: Uint8Array): ReadReport | null {
  const parts = reportParts(raw, [...ORIGINALS, ...COMPLAINTS, ...STATUSES]);
  const textOf = (types: readonly string[]) => parts.find(({ type }) => types.includes(type))?.text;
  const original = textOf(ORIGINALS);
  const token =
    original === undefined ? undefined : TOKEN.exec(fieldsOf(original).get("list-unsubscribe") ?? "")?.[1];
  if (token === undefined) return null;
  const feedback = textOf(COMPLAINTS);
  const status = textOf(STATUSES);
  const report =
    feedback !== undefined ? complaintOf(feedback) : status === undefined ? null : bounceOf(status);
  return report === null ? null : { report, token };
}

/** Of a delivery report: the fields of its one receiver. A message that is late, or arrived, is no bounce. */
function bounceOf(text: string): MailReport | null {
  const receivers = text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .filter((fields) => fields.has("action"));
  const [fields] = receivers;
  // A message of ours has one receiver; a report of several is of something else.
  if (fields === undefined || receivers.length > 1) return null;
  if (fields.get("action")?.toLowerCase() !== "failed") return null;
  const found = /^([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(fields.get("status") ?? "");
  if (found === null || found[1] === "2") return null;
  const [code, level, subject] = found;
  const said = fields.get("diagnostic-code")?.replace(/^\s*[\w-]+\s*;\s*/, "") ?? "";
  return {
    kind: "bounced",
    isPermanent: level === "5",
    // RFC 3463: x.1.y and x.2.y are of an address and its mailbox; x.0.0 says nothing of a reason. Routes, contents and policy are not the address'.
    isAddress: subject === "0" || subject === "1" || subject === "2",
    reason: `Reported later: ${said === "" ? code : said}`.slice(0, MOST_REASON),
  };
}

function complaintOf(text: string): MailReport | null {
  const type = fieldsOf(text).get("feedback-type")?.toLowerCase();
  if (type === "abuse") return { kind: "complained" };
  // RFC 6650 speaks of both spellings.
  return type === "opt-out" || type === "opt-out-list" ? { kind: "opted_out" } : null;
}
