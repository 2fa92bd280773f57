import type { AuditAction } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import type { TestApp } from "./test-app.ts";

type Writes = (
  action: AuditAction,
  name: string,
  request?: { id?: string | readonly string[]; body?: object },
) => Promise<LightMyRequestResponse>;

const idOf = (answer: LightMyRequestResponse) => answer.json<{ id: string }>().id;

/** Every deed about messages to customers, done once. */
export async function walkCustomerMail(app: TestApp, writes: Writes): Promise<void> {
  app.context.outbound.readTxt = async () => [];
  const domain = { body: { domain: "mail.acme.example" } };
  const id = idOf(await writes("customer_mail.domain_added", "POST /customer-mail/domains", domain));
  await writes("customer_mail.domain_checked", "POST /customer-mail/domains/:id/check", { id });
  await writes("customer_mail.domain_removed", "DELETE /customer-mail/domains/:id", { id });
  const settings = {
    senderName: "Acme",
    localPart: "hello",
    domainId: null,
    replyTo: null,
    postalAddress: "1 Quay Street, Bristol",
    capMessages: 3,
    capDays: 7,
    quietHours: null,
    countsClicks: true,
    countsOpens: false,
  };
  await writes("customer_mail.settings_changed", "PUT /customer-mail/settings", { body: settings });
  const address = { body: { address: "no-more@example.test" } };
  const kept = idOf(
    await writes("customer_mail.address_suppressed", "POST /customer-mail/suppressions", address),
  );
  await writes("customer_mail.address_allowed", "DELETE /customer-mail/suppressions/:id", { id: kept });
}
