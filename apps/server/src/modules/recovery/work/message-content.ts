import { DAY_MS, graceEndWords } from "@forestay/contracts";
import type { MailContent, PolicyMessage, RecoveryPolicy } from "@forestay/contracts";
import type { CaseRow } from "../case-rows.ts";
import { toMajorUnits } from "#modules/customers/index.ts";

/** What the button of every message says, and the tag that it leads by. */
const BUTTON = "Pay or use another card";
const LINK = "{{link}}";

/** A message of a sequence as it is sent: its paragraphs, and one button. The same for everybody, so that it is kept once. */
export function contentOf(
  { subject, body }: Pick<PolicyMessage, "subject" | "body">,
  button = BUTTON,
): MailContent {
  const paragraphs = body
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
  return {
    subject,
    preheader: "",
    senderName: "",
    blocks: [
      ...paragraphs.map((text) => ({ kind: "text" as const, text })),
      { kind: "button", label: button, url: LINK },
    ],
  };
}

/** A message that somebody has sent by hand, out of turn. */
export const linkMessage: Pick<PolicyMessage, "subject" | "body"> = {
  subject: "Your payment of {{amount}} to {{company}}",
  body: "Hello {{name}},\n\n{{amount}} for your {{plan}} is still open. You can pay it or use another card here; you do not have to sign in.",
};

interface Said {
  row: Pick<CaseRow, "amount_minor" | "recovered_minor" | "currency" | "plan" | "first_failed_at">;
  /** What is open there, where it was asked. */
  remainingMinor?: number;
  firstName: string | null;
  companyName: string;
  policy: Pick<RecoveryPolicy, "graceDays" | "graceEnd">;
  timeZone: string;
  link: string;
}

/** What a message says of one payment. */
export function valuesOf({
  row,
  remainingMinor,
  firstName,
  companyName,
  policy,
  timeZone,
  link,
}: Said): Record<string, string> {
  const open = remainingMinor ?? row.amount_minor - row.recovered_minor;
  return {
    name: firstName ?? "there",
    amount: moneyWords(open, row.currency),
    company: companyName,
    plan: row.plan ?? "subscription",
    grace_date: new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(
      graceEnd(row.first_failed_at, policy.graceDays),
    ),
    grace_end: graceEndWords[policy.graceEnd],
    link,
  };
}

/** Until when access stays. */
export const graceEnd = (firstFailedAt: Date, graceDays: number): Date =>
  new Date(firstFailedAt.getTime() + graceDays * DAY_MS);

export const moneyWords = (minor: number, currency: string): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(toMajorUnits(minor, currency));
