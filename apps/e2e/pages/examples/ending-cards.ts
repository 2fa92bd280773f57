import type { EndingCard, EndingCards } from "@forestay/contracts";

export const endingCard = (changed: Partial<EndingCard> = {}): EndingCard => ({
  id: "019a0000-0000-7000-8000-000000000a01",
  customer: {
    id: "019a0000-0000-7000-8000-000000000b01",
    name: "Renata Salgado",
    email: "renata@harborline.example",
    churnRiskScore: 42,
    churnRiskLevel: 1,
  },
  plan: "Growth",
  brand: "visa",
  last4: "4242",
  endsOn: "2026-10-31",
  chargesAt: "2026-11-12T08:00:00.000Z",
  renewsItself: false,
  messages: 1,
  lastMessageAt: "2026-10-13T08:00:00.000Z",
  linkOpenedAt: "2026-10-14T08:00:00.000Z",
  nextMessageAt: "2026-11-05T08:00:00.000Z",
  heldBy: null,
  outcome: null,
  closedAt: null,
  ...changed,
});

export const renewedCard = endingCard({
  id: "019a0000-0000-7000-8000-000000000a02",
  customer: {
    id: "019a0000-0000-7000-8000-000000000b02",
    name: "Luis Carvalho and Daughters Shipping",
    email: "luis@carvalho.example",
    churnRiskScore: null,
    churnRiskLevel: null,
  },
  brand: "mastercard",
  last4: "4444",
  renewsItself: true,
  messages: 0,
  lastMessageAt: null,
  linkOpenedAt: null,
  nextMessageAt: null,
  heldBy: "renews_itself",
});

export const endingCards = (items: EndingCard[], changed: Partial<EndingCards> = {}): EndingCards => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 25,
  totalPages: 1,
  summary: {
    open: 14,
    toAsk: 3,
    asked: 5,
    renewed: 6,
    outcomes: [
      { outcome: "replaced", cards: 61 },
      { outcome: "charged", cards: 22 },
      { outcome: "failed", cards: 9 },
    ],
  },
  effect: {
    asked: { customers: 78, failed: 6 },
    notAsked: { customers: 14, failed: 3 },
    difference: { value: 0.137, low: -0.12, high: 0.41 },
    words:
      "Not conclusive yet: -12.0 to 41.0 of 100 payments. 6 of 78 payments failed where customers were asked, 3 of 14 payments where they were not.",
  },
  sends: true,
  readAt: "2026-10-20T06:23:00.000Z",
  problem: null,
  hasSource: true,
  ...changed,
});
