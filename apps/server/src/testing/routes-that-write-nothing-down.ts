import { routesThatOnlyAsk } from "./routes-that-only-ask.ts";

/** Routes that are no GET and leave no entry in the audit log, by the reason. */
export const writesNothingDown: Record<string, readonly string[]> = {
  "asks and changes nothing": routesThatOnlyAsk,
  "sends a mail that proves nothing yet: what it leads to is written down": [
    "POST /auth/send-verification-code",
    "POST /auth/send-password-reset",
    "POST /account/email",
    "POST /account/two-factor/start",
  ],
  "asks another system, or is told by it: the log is of what people and programs do here": [
    "POST /integrations/:provider/test",
    "POST /integrations/:provider/oauth/start",
    "POST /incoming/stripe/:companyId",
    "POST /incoming/hubspot",
    "POST /incoming/slack",
    "POST /incoming/mailchimp/:companyId/:secret",
    "POST /incoming/mail-reports",
  ],
  "tries again what somebody switched on, which was written down then": [
    "POST /integrations/:provider/write-back/retry",
    "POST /integrations/:provider/audiences/:id/look",
  ],
  "brings events, whose key was written down when it was made; the page counts what came": [
    "POST /v1/batch",
    "POST /v1/track",
    "POST /v1/identify",
    "POST /v1/page",
    "POST /v1/screen",
    "POST /v1/group",
    "POST /v1/alias",
  ],
  "what a message's reader says is kept with the message, and on the list of those who are not written to": [
    "POST /u/:token",
    "POST /u/:token/undo",
  ],
  "a person's own conversation with the assistant, which reads and changes nothing of the company": [
    "POST /chatbot/send",
    "PUT /chatbot/conversations/:id",
    "POST /chatbot/conversations/:id/read",
    "DELETE /chatbot/conversations/:id",
    "POST /chatbot/conversations/:id/restore",
    "DELETE /chatbot/conversations/:id/messages",
    "DELETE /chatbot/conversations/:id/remembered/:kind",
  ],
  "what a customer says in the cancel flow stands in its session, and on the customer's timeline": [
    "POST /cancel-sessions/:token/reason",
    "POST /cancel-sessions/:token/decide",
  ],
  "who opened a payment's link stands on the failed payment itself": ["POST /payment-links/:token/open"],
  "what is said in a support session stands in it, with who said it": [
    "POST /support/sessions/:id/messages",
    "POST /support/sessions/:id/attachments",
    "POST /support/sessions/:id/read",
    "POST /support/sessions/:id/escalate",
    "POST /support/sessions/:id/satisfaction",
    "POST /support/admin/sessions/:id/notes",
    "POST /support/admin/presence",
  ],
  "stands in the row itself, with whoever wrote: people of no company write too": ["POST /chatbot/contact"],
  "a person's own reading marks": ["POST /notifications/:id/mark-read", "POST /notifications/mark-all-read"],
};
