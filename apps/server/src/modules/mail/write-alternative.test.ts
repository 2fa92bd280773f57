import * as fc from "fast-check";
import { expect, it } from "vitest";
import { composeMail, type MailParts } from "./compose-mail.ts";
import { writeAlternative } from "./write-alternative.ts";

/** Quoted-printable text as it was (RFC 2045, 6.7). */
const unquoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();
/** Encoded words as they were (RFC 2047). */
const decoded = (value: string) =>
  value
    .replaceAll(/\?=\s+=\?UTF-8\?/gi, "?==?UTF-8?")
    .replaceAll(/(?:=\?UTF-8\?[QB]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi)].map(([, kind, text = ""]) =>
          kind?.toUpperCase() === "B"
            ? Buffer.from(text, "base64")
            : Buffer.from(
                text
                  .replaceAll("_", " ")
                  .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
                    String.fromCharCode(Number.parseInt(hex, 16)),
                  ),
                "latin1",
              ),
        ),
      ).toString(),
    );

/** A mail's headers and parts, as a reader has them. */
function read(raw: Buffer) {
  const [head = "", ...rest] = raw.toString("latin1").split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n\s+/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")), decoded(line.slice(line.indexOf(":") + 1).trim())]),
  );
  const boundary = /boundary="([^"]+)"/.exec(headers["Content-Type"] ?? "")![1]!;
  const parts = `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const at = part.indexOf("\r\n\r\n");
      const said = part.slice(at + 4);
      const encoding = /Transfer-Encoding: (\S+)/.exec(part.slice(0, at))?.[1];
      const content =
        encoding === "base64"
          ? Buffer.from(said, "base64").toString()
          : encoding === "quoted-printable"
            ? unquoted(said)
            : said;
      return content.replaceAll(/\r\n|\r|\n/g, "\n");
    });
  const { "Content-Type": _, ...others } = headers;
  return { headers: { ...others, From: (others["From"] ?? "").replaceAll('"', "") }, parts };
}

const words = fc.oneof(fc.string({ maxLength: 120 }), fc.string({ unit: "grapheme", maxLength: 80 }));
const anyMail = fc
  .record({
    name: fc.oneof(
      fc.constantFrom("Bench", "Harbor, Line", "Zoë & Söhne", "株式会社 例"),
      words.map((text) => text.replaceAll(/["\\\p{C}]/gu, "").trim()),
    ),
    subject: words.map((text) => `A ${text}`),
    text: fc.array(words, { maxLength: 4 }).map((lines) => ["Hi", ...lines].join("\n")),
    html: fc.array(words, { maxLength: 4 }).map((lines) => `<p>${lines.join("</p>\n<p>")}</p>`),
    replyTo: fc.constantFrom(undefined, "help@harbor.test"),
    to: fc.constantFrom("ann@k.example", "ann@bücher.example", "jörg@k.example"),
  })
  .map(({ name, replyTo, ...mail }): MailParts => ({
    ...mail,
    from: `"${name}" <hello@app.test>`,
    messageId: "<01a2@app.test>",
    date: new Date("2026-03-04T05:06:07Z"),
    unsubscribeUrl: `https://app.test/api/u/${"x".repeat(120)}`,
    feedbackId: "c1:campaign:01a2:forestay",
    ...(replyTo === undefined ? {} : { replyTo }),
  }));

it("a mail written the quick way reads as the library's own, and no line of it is longer than a server takes", async () => {
  await fc.assert(
    fc.asyncProperty(anyMail, async (mail) => {
      const quick = await writeAlternative(mail);
      const whole = await composeMail(mail);
      expect(read(quick)).toEqual(read(whole));
      for (const line of quick.toString("latin1").split("\r\n")) expect(line.length).toBeLessThan(998);
      expect(quick.toString("latin1")).not.toMatch(/[^\r]\n|\r[^\n]/);
    }),
    { numRuns: 100 },
  );
});
