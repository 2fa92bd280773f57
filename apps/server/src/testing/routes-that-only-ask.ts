/** POST because the question does not fit into an address; none of them changes anything. */
export const routesThatOnlyAsk = [
  "POST /demo-bookings/own",
  "POST /company/scoring/preview",
  "POST /company/scoring/churn-preview",
  "POST /customers/selection-summary",
  "POST /customers/:id/merge-preview",
  "POST /segments/preview",
  "POST /segments/sentence",
  "POST /analytics/churn/check-completeness",
  "POST /analytics/customers/:id/what-if",
  "POST /analytics/what-if",
  "POST /campaigns/preview",
  "POST /campaigns/message-preview",
  "POST /recovery/replay",
  "POST /recovery/messages/preview",
  "POST /recovery/cards/preview",
  "POST /mcp",
] as const;
