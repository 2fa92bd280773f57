import { webhookExamples, type RouteResponse, type Webhook, type webhookRoutes } from "@forestay/contracts";

type DeliveryPage = RouteResponse<typeof webhookRoutes.listDeliveries>;
type Detail = RouteResponse<typeof webhookRoutes.getDelivery>;
type Delivery = DeliveryPage["items"][number];

export function webhook(changed: Partial<Webhook> = {}): Webhook {
  return {
    id: "01a20600-0000-7b02-beb1-3611e12c0050",
    url: "https://warehouse.harborline.example/hooks/forestay/a-rather-long-path-of-one-receiver",
    description: "Warehouse",
    kinds: ["customer.risk_level_changed", "segment.entered"],
    status: "active",
    stoppedBecause: null,
    previousSecretUntil: null,
    createdBy: "Maya Okafor",
    createdAt: "2026-11-01T12:00:00.000Z",
    failingSince: null,
    lastDeliveredAt: "2026-11-22T11:58:00.000Z",
    undeliveredCount: 0,
    waitingCount: 0,
    nextTryAt: null,
    ...changed,
  };
}

export function delivery(changed: Partial<Delivery> = {}): Delivery {
  return {
    id: "01a20600-0000-7b02-beb1-3611e12c0060",
    messageId: "msg_01a2060000007b02beb13611e12c0061",
    kind: "customer.risk_level_changed",
    status: "delivered",
    attempts: 1,
    nextTryAt: null,
    lastTriedAt: "2026-11-22T11:58:00.000Z",
    statusCode: 200,
    durationMs: 84,
    failure: null,
    createdAt: "2026-11-22T11:58:00.000Z",
    ...changed,
  };
}

export const failed = (changed: Partial<Delivery> = {}) =>
  delivery({
    id: "01a20600-0000-7b02-beb1-3611e12c0062",
    kind: "segment.entered",
    status: "failed",
    attempts: 11,
    statusCode: 500,
    failure: "The receiver answered 500.",
    ...changed,
  });

export const detail = (one: Delivery, answer: string | null = "thanks"): Detail => ({
  ...one,
  url: webhook().url,
  body: JSON.stringify(webhookExamples[one.kind as keyof typeof webhookExamples]),
  answer,
});

export const deliveries = (items: Delivery[]): DeliveryPage => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 20,
  totalPages: 1,
});
