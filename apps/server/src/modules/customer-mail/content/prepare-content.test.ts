import type { MailContent } from "@forestay/contracts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { filledValues, prepareContent, tagsOfContent } from "./prepare-content.ts";
import { renderContent, type TagValues } from "./render-content.ts";

/** Quoted-printable text as it was (RFC 2045, 6.7). */
const unquoted = (text: string) =>
  Buffer.from(
    text
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  )
    .toString()
    .replaceAll("\r\n", "\n");

const own = {
  unsubscribeUrl: `https://app.test/u/${"u".repeat(150)}`,
  linkOf: (id: string) => `https://app.test/api/l/${id}${"l".repeat(80)}`,
  openUrl: "https://app.test/api/l/one/open",
};
const links = new Map([["https://app.example/open", "counted"]]);
const frame = { companyName: "Zoë & Söhne", kind: "marketing" as const, postalAddress: "1 <Quay> Street" };

function both(content: MailContent, values: TagValues) {
  const filled = filledValues(values);
  const present = tagsOfContent(content).filter((tag) => filled.has(tag));
  const prepared = prepareContent(content, present, frame, { links, countsOpens: true })(values, own);
  const rendered = renderContent(content, values, {
    ...frame,
    ...own,
    linkOf(url) {
      const id = links.get(url);
      return id === undefined ? url : own.linkOf(id);
    },
  });
  return { prepared, rendered };
}

const words = fc.oneof(
  fc.string({ maxLength: 100 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom("", " ", "a=b", ".", "**bold**", "\u{e000}1x0\u{e001}", "straße", "<b>&amp;"),
);
const place = fc.constantFrom(
  "{{customer.firstName|there}}",
  "{{ customer.firstName }}",
  "{{customer.company| }}",
  "[see {{customer.company|it}}](https://app.example/open)",
  "[pay]({{link.payment}})",
);
const text = fc
  .array(fc.oneof(words, place), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(" ").replaceAll("\r", ""));
const block = fc.oneof(
  fc.record({ kind: fc.constantFrom("heading" as const, "text" as const), text }),
  fc.record({ kind: fc.constant("list" as const), items: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant("button" as const),
    label: text,
    url: fc.constantFrom("https://app.example/open", "{{link.payment}}", "https://app.example/other"),
  }),
  fc.constant({ kind: "divider" as const }),
);
const contents = fc.record({
  subject: text,
  preheader: text,
  senderName: fc.constant(""),
  blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
});
const values = fc.record({
  "customer.firstName": fc.option(words),
  "customer.company": fc.option(words),
  "link.payment": fc.constantFrom(null, "https://pay.example/x?a=1&b=2"),
});

it("what is prepared once reads, for each reader, as what is rendered for that reader alone, in lines that a mail server takes", () => {
  fc.assert(
    fc.property(contents, values, (content, said) => {
      const { prepared, rendered } = both(content, said);
      expect(prepared.subject).toBe(rendered.subject);
      expect(unquoted(prepared.html)).toBe(rendered.html);
      expect(unquoted(prepared.text)).toBe(rendered.text);
      for (const line of `${prepared.html}${prepared.text}`.split("\r\n"))
        expect(line.length).toBeLessThanOrEqual(76);
      expect(prepared.html).not.toMatch(/[^\r]\n|\r[^\n]|[^\t\r\n -~]/);
    }),
    { numRuns: 300 },
  );
});

it("a heading's link leads where it led, in plain text too", () => {
  const { prepared, rendered } = both(
    {
      subject: "x",
      preheader: "",
      senderName: "",
      blocks: [
        { kind: "heading", text: "For {{customer.firstName}}: [look](https://app.example/Case-Matters)" },
      ],
    },
    { "customer.firstName": "Zoë" },
  );
  expect(rendered.text).toContain("FOR ZOË: LOOK (https://app.example/Case-Matters)");
  expect(unquoted(prepared.text)).toContain("FOR ZOË: LOOK (https://app.example/Case-Matters)");
});
