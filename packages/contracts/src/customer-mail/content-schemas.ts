import { z } from "zod";
import { tagProblem, tagsIn, type MergeTags } from "./merge-tags.ts";
import { customerTags, MOST_MAIL_BLOCKS } from "./vocabulary.ts";

const lineBreak = /[\p{Cc}\u2028\u2029]/u;
/** `[what it says](https://where)` within a text. */
const inlineLink = /\[[^\]]*\]\(([^)]*)\)/g;

function httpsProblem(url: string, allowed: MergeTags): string | null {
  const [tag, ...others] = tagsIn(url);
  if (tag !== undefined)
    return others.length === 0 && tag.text === url.trim() && allowed[tag.tag]?.isLink === true
      ? null
      : "An address is one link field, or an address without fields.";
  if (!URL.canParse(url) || new URL(url).protocol !== "https:" || new URL(url).username !== "")
    return "Enter an address that begins with https://";
  return null;
}

/**
 * The parts of a message to a customer, as blocks; texts may hold `**bold**`, `_italic_`, `[links](https://...)` and tags of
 * `allowed`. Whatever cannot be filled in, or leads elsewhere than by https, is refused where it stands.
 */
export function mailContentSchemaWith(allowed: MergeTags) {
  const checked = (schema: z.ZodString) =>
    schema.superRefine((text, context) => {
      const problem =
        tagProblem(text, allowed) ??
        [...text.matchAll(inlineLink)]
          .map(([, url = ""]) => httpsProblem(url, allowed))
          .find((one) => one !== null);
      if (problem != null) context.addIssue({ code: "custom", message: problem });
    });
  const line = (longest: number) =>
    z
      .string()
      .max(longest)
      .refine((text) => !lineBreak.test(text), "One line, without line breaks");
  const url = z
    .string()
    .trim()
    .max(2000)
    .superRefine((text, context) => {
      const problem = httpsProblem(text, allowed);
      if (problem !== null) context.addIssue({ code: "custom", message: problem });
    });
  const block = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("heading"), text: checked(z.string().trim().min(1, "Required").max(200)) }),
    z.object({ kind: z.literal("text"), text: checked(z.string().trim().min(1, "Required").max(5000)) }),
    z.object({
      kind: z.literal("list"),
      items: z
        .array(checked(z.string().trim().min(1, "Required").max(1000)))
        .min(1)
        .max(20),
    }),
    z.object({
      kind: z.literal("button"),
      label: checked(z.string().trim().min(1, "Required").max(80)),
      url,
    }),
    z.object({ kind: z.literal("divider") }),
  ]);
  return z.object({
    subject: checked(
      z
        .string()
        .trim()
        .min(1, "Required")
        .max(200)
        .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "One line, without line breaks"),
    ),
    /** What a list of mails shows beside the subject. */
    preheader: checked(z.string().trim().max(200)).default(""),
    blocks: z.array(block).min(1, "Write at least one block").max(MOST_MAIL_BLOCKS),
    /** Where the reader's answer goes and who signs; empty: the company's own. */
    senderName: line(100).trim().default(""),
  });
}

export const mailContentSchema = mailContentSchemaWith(customerTags);
export type MailContent = z.output<typeof mailContentSchema>;
export type MailBlock = MailContent["blocks"][number];
