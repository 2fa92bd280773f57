import { encodeWords, foldLines } from "nodemailer/lib/mime-funcs";
import * as qp from "nodemailer/lib/qp";
import { composeMail, oneLine, type MailParts } from "./compose-mail.ts";

/** No line of quoted-printable text holds it: `=` there is followed by two hexadecimal digits or ends the line. */
const BOUNDARY = "=_text-and-html";
/** RFC 2045, 6.7: 76 characters, the `=` of a soft line break among them. */
const LINE_LENGTH = 76;
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** Everything of a mail but what it says. */
export type MailHead = Omit<MailParts, "text" | "html" | "attachments">;

/**
 * The bytes of a mail of text and HTML, as `composeMail` makes them, in a fifth of the time: for messages by the hundred thousand,
 * where building the library's tree for each costs more than everything else. Words and lines are encoded by the library's
 * own functions; what needs more than that (an address in other letters, a file) goes through `composeMail`.
 */
export function writeAlternative(mail: MailParts): Promise<Buffer> | Buffer {
  const { text, html, attachments = [], ...head } = mail;
  // Without one of them there is nothing to choose from.
  const isSimple = attachments.length === 0 && text.trim() !== "" && html.trim() !== "";
  const quick = isSimple ? writeQuoted(head, { text: quoteText(text), html: quoteText(html) }) : null;
  return quick ?? composeMail(mail);
}

/** A part of a mail as it goes over the wire: quoted-printable, in lines that end with CR LF. */
export function quoteText(text: string): string {
  return qp.wrap(qp.encode(text.replaceAll(/\r\n|\r|\n/g, "\r\n")), LINE_LENGTH);
}

/**
 * What stands between other pieces of one text, quoted so that it may follow and be followed by any of them: it ends with a soft
 * line break, which is no part of the text.
 */
export function quotePiece(text: string): string {
  if (text === "") return "";
  const isShort = text.length < LINE_LENGTH && /^[!-<>-~](?:[ -<>-~]*[!-<>-~])?$/.test(text);
  if (isShort) return `${text}=\r\n`;
  return `${qp.wrap(qp.encode(text.replaceAll(/\r\n|\r|\n/g, "\r\n")), LINE_LENGTH - 1)}=\r\n`;
}

/** A mail around parts that are quoted already; null where its head needs the library (an address in other letters). */
export function writeQuoted(head: MailHead, { text, html }: { text: string; html: string }): Buffer | null {
  const { from, to, replyTo, subject, messageId, date, unsubscribeUrl, feedbackId } = head;
  const sender = /^"([^"\\]*)" <([^<>\s]+)>$/.exec(from);
  const isSimple =
    sender !== null &&
    [sender[1]!, subject].every((said) => said.trim() !== "") &&
    [sender[2]!, messageId].every(isPlain) &&
    [to, replyTo ?? to].every((address) => isPlain(address) && /^[^\s<>",;:()]+$/.test(address)) &&
    [unsubscribeUrl ?? "", feedbackId ?? ""].every((value) => isPlain(value) && value.length < 900);
  if (!isSimple) return null;
  const [, name = "", address = ""] = sender;
  const lines = [
    "Auto-Submitted: auto-generated",
    ...(feedbackId === undefined ? [] : [`Feedback-ID: ${feedbackId}`]),
    ...(unsubscribeUrl === undefined
      ? []
      : [`List-Unsubscribe: <${unsubscribeUrl}>`, "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]),
    foldLines(`From: ${isPlain(name) ? `"${name}"` : encodeWords(name, "Q", 52)} <${address}>`, 76),
    `To: ${to}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
    foldLines(`Subject: ${encodeWords(oneLine(subject), "Q", 52)}`, 76),
    `Message-ID: ${messageId}`,
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    "",
    ...part("text/plain", text),
    ...part("text/html", html),
    `--${BOUNDARY}--`,
    "",
  ];
  return Buffer.from(lines.join("\r\n"), "latin1");
}

const part = (type: string, quoted: string): string[] => [
  `--${BOUNDARY}`,
  `Content-Type: ${type}; charset=utf-8`,
  "Content-Transfer-Encoding: quoted-printable",
  "",
  quoted,
];
