import { webhookKinds } from "@forestay/contracts/wire";
import type { DeliveryStatus, Webhook, WebhookDelivery, WebhookKind } from "@forestay/contracts/wire";
import { formatCounted, formatDuration, formatRelativeInline } from "@/lib/format/index.ts";

/** A kind as people read it; a test is none that is chosen. */
export const kindWords = (kind: string) =>
  Object.hasOwn(webhookKinds, kind) ? webhookKinds[kind as WebhookKind].label : "Test";

export const statusTones = {
  waiting: "neutral",
  delivered: "ok",
  failed: "danger",
  held: "warning",
} as const satisfies Record<DeliveryStatus, string>;

/** How an address does, in one line. */
export function healthWords(webhook: Webhook): string {
  const { lastDeliveredAt, failingSince, waitingCount, undeliveredCount } = webhook;
  const said = [
    lastDeliveredAt === null
      ? "Nothing delivered yet"
      : `Last delivered ${formatRelativeInline(lastDeliveredAt)}`,
    ...(failingSince === null ? [] : [`began to fail ${formatRelativeInline(failingSince)}`]),
    ...(waitingCount === 0 ? [] : [nextTry(webhook)]),
    ...(undeliveredCount === 0
      ? []
      : [`${formatCounted(undeliveredCount, "delivery", "deliveries")} not delivered`]),
  ];
  return said.join(" · ");
}

function nextTry({ waitingCount, nextTryAt }: Webhook): string {
  const waiting = `${formatCounted(waitingCount, "delivery", "deliveries")} waiting`;
  return nextTryAt === null ? waiting : `${waiting}, next try ${clockTime(nextTryAt)}`;
}

/** '2:05 PM' today, 'Nov 24, 2:05 PM' on another day: the viewer's. */
export function clockTime(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat("en-US", {
    ...(isToday ? {} : { month: "short", day: "numeric" }),
    hour: "numeric",
    minute: "2-digit",
  }).format(at);
}

/** What became of the last try, in one line; null before the first. */
export function outcomeWords(delivery: WebhookDelivery): string | null {
  const { statusCode, durationMs, failure, lastTriedAt } = delivery;
  if (lastTriedAt === null) return failure;
  if (failure !== null) return failure;
  return `The receiver answered ${statusCode ?? ""} after ${milliseconds(durationMs ?? 0)}.`;
}

const milliseconds = (ms: number) => (ms < 1000 ? `${ms} ms` : formatDuration(ms));
