/** Routes of connected systems for whoever may look at them. */
export const readIntegrations = [
  "GET /integrations",
  "GET /integrations/:provider",
  "GET /integrations/:provider/runs",
  "GET /integrations/:provider/failures",
  "GET /integrations/:provider/posting",
  "GET /integrations/:provider/write-back",
  "GET /integrations/:provider/write-back/failures",
  "GET /integrations/:provider/posts",
  "GET /matches",
] as const;

/** Those for whoever may connect them. */
export const writeIntegrations = [
  "GET /integrations/:provider/fields",
  "GET /integrations/:provider/preview",
  "PUT /integrations/:provider/fields",
  "POST /integrations/:provider/connect",
  "POST /integrations/:provider/oauth/start",
  "POST /integrations/:provider/oauth/finish",
  "PATCH /integrations/:provider",
  "POST /integrations/:provider/test",
  "POST /integrations/:provider/sync",
  "POST /integrations/:provider/stop",
  "POST /integrations/:provider/failures/retry",
  "POST /integrations/:provider/disconnect",
  "GET /integrations/:provider/channels",
  "PATCH /integrations/:provider/posting",
  "PATCH /integrations/:provider/write-back",
  "POST /integrations/:provider/write-back/retry",
  "POST /integrations/:provider/posting/test",
  "POST /integrations/:provider/posts/:id/again",
  "POST /matches/answers",
  "POST /matches/:id/take-back",
] as const;
