import MailComposer from "nodemailer/lib/mail-composer";

/** A file that travels with a mail. */
export interface MailAttachment {
  fileName: string;
  contentType: string;
  content: Buffer;
}

export interface MailParts {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  date: Date;
  attachments?: readonly MailAttachment[];
  /** Where one POST ends mails of this kind, without signing in (RFC 8058); https but for a server that nobody else reaches. */
  unsubscribeUrl?: string;
  replyTo?: string;
  /** For mailbox providers' own figures: whose campaign, without names. */
  feedbackId?: string;
}

/** The RFC 822 bytes of a mail, as they go over the wire and as the outbox keeps them. */
export function composeMail({
  attachments = [],
  unsubscribeUrl,
  feedbackId,
  ...parts
}: MailParts): Promise<Buffer> {
  return new MailComposer({
    ...parts,
    subject: oneLine(parts.subject),
    headers: {
      // Out-of-office replies to what a program sent help nobody (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(feedbackId === undefined ? {} : { "Feedback-ID": feedbackId }),
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
    attachments: attachments.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content,
      contentDisposition: "attachment" as const,
      contentTransferEncoding: "base64" as const,
    })),
    newline: "\r\n",
    // What is composed comes from us alone; nothing in it may make the server open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** Names and titles end up in headers: no line break of theirs may begin a header of its own. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, 900);
}

/** The files of a mail that composeMail made, to compose it again with its secrets masked. */
export function attachmentsOf(raw: Buffer): MailAttachment[] {
  const parts = raw.toString("latin1").split(/\r\n--[^\r\n]+\r\n/);
  return parts.flatMap((part) => {
    const end = part.indexOf("\r\n\r\n");
    const headers = part.slice(0, end).replaceAll(/\r\n\s+/g, " ");
    const fileName = /^Content-Disposition: attachment; filename="?([^"\r\n;]+)/im.exec(headers)?.[1];
    if (end === -1 || fileName === undefined) return [];
    const contentType = /^Content-Type: ([^;\r\n]+)/im.exec(headers)?.[1] ?? "application/octet-stream";
    const [body = ""] = part.slice(end + 4).split("\r\n--");
    return [{ fileName, contentType, content: Buffer.from(body, "base64") }];
  });
}
