import type { Page } from "playwright-core";

interface AddedCustomer {
  externalId: string;
  fullName: string;
  monthlyRevenue: number;
  subscriptionStatus: number;
}

/** Adds a customer by the API, as who is signed in on the page. Throws where it is refused. */
export async function addCustomerByCall(page: Page, customer: AddedCustomer): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const { token } = (await (await fetch("/api/auth/me")).json()) as { token: string };
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    };
    return (await fetch("/api/customers", { method: "POST", headers, body: JSON.stringify(body) })).status;
  }, customer);
  if (status !== 201) throw new Error(`The customer was not added: ${status}`);
}
