/** Kinds of news that a webhook can be sent, with what people read of each. */
export const webhookKinds = {
  "customer.score_changed": {
    label: "Scores moved",
    help: "After an analysis: customers whose score moved by 10 points or more.",
  },
  "customer.risk_level_changed": {
    label: "Risk levels changed",
    help: "After an analysis: customers who are now at another risk level.",
  },
  "customer.erased": {
    label: "Customer erased",
    help: "Somebody erased a customer. Your system has to forget it too.",
  },
  "segment.entered": { label: "Came into a segment", help: "Customers who now meet a segment's rule." },
  "segment.left": { label: "Left a segment", help: "Customers who no longer meet a segment's rule." },
  "risk_case.opened": { label: "Risk case opened", help: "Somebody took up a customer at risk." },
  "risk_case.moved": {
    label: "Risk case moved",
    help: "A case came to another stage, or was opened again.",
  },
  "risk_case.closed": { label: "Risk case closed", help: "A case ended: the customer stays, or leaves." },
  "campaign.step_reached": {
    label: "Campaign step reached",
    help: "Customers came to a webhook step of a campaign. Held-out customers never do.",
  },
  "import.completed": { label: "Import finished", help: "A file has come in, with its counts." },
  "import.failed": { label: "Import failed", help: "A file could not be brought in, with the reason." },
  "analysis.completed": { label: "Analysis finished", help: "Customers have new scores." },
  "analysis.failed": { label: "Analysis failed", help: "Scores stayed as they were, with the reason." },
} as const;
export type WebhookKind = keyof typeof webhookKinds;

/** What "Send a test" sends; nobody chooses it. */
export const WEBHOOK_TEST_KIND = "ping";

/** Customers named in one delivery; more of them come in further deliveries of the same kind. */
export const WEBHOOK_CUSTOMERS = 100;
/** From how many points on a move of a score is told. */
export const WEBHOOK_SCORE_POINTS = 10;
/** How long both signatures are sent after the secret was replaced. */
export const WEBHOOK_ROTATION_HOURS = 24;
/** How long deliveries are kept. */
export const WEBHOOK_RETENTION_DAYS = 30;
/** Addresses of one company. */
export const MOST_WEBHOOKS = 20;
export const WEBHOOK_DELIVERIES_PAGE_SIZE = 20;

export const webhookStatuses = ["active", "paused", "stopped"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** `waiting`: to be sent, or to be tried again. `held`: its address was paused or stopped; it waits for a person. */
export const deliveryStatuses = ["waiting", "delivered", "failed", "held"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const deliveryStatusWords: Record<DeliveryStatus, string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  held: "Held back",
};
