import type { RecoveryReplay } from "@forestay/contracts/wire";
import { formatCounted } from "@/lib/format/index.ts";

/** '+6 h', '+3 d'. */
export const hoursWords = (hours: number): string =>
  hours >= 48 && hours % 24 === 0 ? `+${hours / 24} d` : `+${hours} h`;

/** Hours after the first failure from what a person wrote: '6 h, 24 h, 3 d'; null where it makes no sense. */
export function readHours(text: string): number[] | null {
  const parts = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const hours = parts.map((part) => {
    const found = /^\+?\s*(\d+)\s*(h|d|hours?|days?)?$/i.exec(part);
    if (!found) return Number.NaN;
    return Number(found[1]) * (found[2]?.toLowerCase().startsWith("d") ? 24 : 1);
  });
  return hours.some(Number.isNaN) ? null : hours;
}

export const writeHours = (hours: readonly number[]): string =>
  hours.map((hour) => hoursWords(hour).slice(1)).join(", ");

/** The answer first: 'Would have tried 214 times and sent 96 e-mails'. */
export const replayTitle = ({ now }: RecoveryReplay): string =>
  `Would have tried ${formatCounted(now.retries, "time")}, sent ${formatCounted(now.emails, "e-mail")}`;

type Row = RecoveryReplay["rows"][number];

/** 'Tries after 6 h, 24 h and 3 d; e-mails on day 2 and 5'. */
export function rowWords({ failedAt, retriesAt, emailsAt, class: declineClass, isHeldBack }: Row): string {
  const failedMs = Date.parse(failedAt);
  const hoursAfter = (iso: string) => Math.round((Date.parse(iso) - failedMs) / 3_600_000);
  const afterWords = (hours: number) => (hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`);
  const retries = retriesAt.map((iso) => afterWords(hoursAfter(iso)));
  const emails = emailsAt.map((iso) => String(Math.round(hoursAfter(iso) / 24)));
  const parts = [
    retries.length > 0
      ? `Tries after ${list(retries)}`
      : declineClass === "act" || declineClass === "never"
        ? "No try with this card"
        : "No try: it was over before",
    emails.length === 0
      ? "no e-mail"
      : `${emails.length === 1 ? "e-mail" : "e-mails"} on day ${list(emails)}`,
    ...(isHeldBack ? ["held back by a limit"] : []),
  ];
  return parts.join("; ");
}

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;
