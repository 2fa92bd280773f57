import MailComposer from "nodemailer/lib/mail-composer";

export interface MailParts {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  messageId: string;
  date: Date;
}

/** The RFC 822 bytes of a mail, as they go over the wire and as the outbox keeps them. */
export function composeMail(parts: MailParts): Promise<Buffer> {
  return new MailComposer({
    ...parts,
    subject: oneLine(parts.subject),
    headers: {
      // Out-of-office replies to what a program sent help nobody (RFC 3834).
      "Auto-Submitted": "auto-generated",
    },
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
