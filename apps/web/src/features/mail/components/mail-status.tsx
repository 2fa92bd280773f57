import { StatusDot } from "@/components/ui/tag.tsx";
import type { MailList } from "../api/mail-queries.ts";

type Status = MailList["items"][number]["status"];

const looks = {
  kept: { tone: "neutral", word: "Kept here" },
  queued: { tone: "warning", word: "Waiting" },
  sending: { tone: "warning", word: "Sending" },
  sent: { tone: "ok", word: "Sent" },
  failed: { tone: "danger", word: "Failed" },
  // The connection broke after the mail was handed over: it is not sent again, as it may have arrived.
  unknown: { tone: "hollow", word: "May have arrived" },
} as const satisfies Record<Status, { tone: string; word: string }>;

/** What became of a mail. */
export function MailStatus({ status }: { status: Status }) {
  const { tone, word } = looks[status];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
