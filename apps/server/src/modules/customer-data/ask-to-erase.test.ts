import { workRoutes } from "@forestay/contracts";
import {
  startHubSpot,
  startSalesforce,
  startStripe,
  type HubSpotPeer,
  type SalesforcePeer,
  type StripePeer,
} from "@forestay/provider-sandboxes";
import { afterEach, expect, it } from "vitest";
import { connectedCompany, type Connected } from "#testing/connected-company.ts";

const MINUTE = 60_000;
type AnyPeer = HubSpotPeer | SalesforcePeer | StripePeer;

let company: Connected<AnyPeer>;
afterEach(() => company.close());

async function begin<P extends AnyPeer>(
  ...way: Parameters<typeof connectedCompany<P>>
): Promise<Connected<P>> {
  const connected = await connectedCompany<P>(...way);
  company = connected;
  await connected.sync();
  return connected;
}
const again = async () => {
  company.pass(10 * MINUTE);
  await company.sync();
};
const tasks = async () =>
  (await company.app.call(company.owner, workRoutes.listTasks)).body.items.map(
    ({ title, customer, createdBy, dueOn }) => ({
      title,
      customer: customer.id,
      createdBy,
      hasDay: dueOn !== null,
    }),
  );
const asked = (system: string, customer: string) => ({
  title: `Deleted or merged in ${system}: erase or merge here as well, or keep and mark this as done`,
  customer,
  createdBy: system,
  hasDay: true,
});
const someone = async () => {
  const [one] = await company.rows<{ source_id: string; customer_id: string }>(
    "select source_id, customer_id from customer_links order by source_id limit 1",
  );
  if (!one) throw new Error("Nobody came");
  return one;
};
const customers = async () => (await company.rows("select 1 from customers")).length;

it("asks once whether to erase whom Stripe deleted, and erases nothing", async () => {
  const { peer } = await begin<StripePeer>("stripe", (options) =>
    startStripe({ ...options, data: { customers: 5, invoices: 5 } }),
  );
  const one = await someone();
  const before = await customers();
  peer.data.deleteCustomer(one.source_id);
  await again();
  await again();
  expect(await tasks()).toEqual([asked("Stripe", one.customer_id)]);
  expect(await customers()).toBe(before);
  expect(
    await company.rows("select target_id from audit_entries where action = 'customer.deleted_there'"),
  ).toEqual([{ target_id: one.customer_id }]);
}, 120_000);

it("asks once whether to erase whose contact is in Salesforce's bin, and never again where it is kept", async () => {
  const { peer } = await begin<SalesforcePeer>("salesforce", startSalesforce);
  const one = await someone();
  peer.data.delete("Contact", one.source_id);
  await again();
  await again();
  expect(await tasks()).toEqual([asked("Salesforce", one.customer_id)]);
  const gone = () => company.rows("select 1 from customer_links where gone_at is not null");
  expect(await gone()).toHaveLength(1);
  // Whoever deletes a customer there and keeps them here has said so with the task.
  await company.rows("update tasks set done_at = now(), done_by = 'Test'");
  await again();
  expect(await tasks()).toEqual([]);
}, 120_000);

it("does not ask of whom HubSpot knows by another contact, and asks of the last one, each time it goes", async () => {
  const { peer, rows } = await begin<HubSpotPeer>("hubspot", startHubSpot);
  const [first, second] = await rows<{ source_id: string; customer_id: string }>(
    "select source_id, customer_id from customer_links order by source_id limit 2",
  );
  if (!first || !second) throw new Error("Nobody came");
  // The same customer twice there: one of both is tidied up.
  await rows("update customer_links set customer_id = $1 where source_id = $2", [
    first.customer_id,
    second.source_id,
  ]);
  const told = async (id: string, event: string) => {
    await rows(
      `insert into integration_inbox (company_id, provider, event_id, object, source_id, occurred_at, received_at)
       values ($1, 'hubspot', $2, 'contacts', $3, $4, $4)`,
      [company.companyId, event, id, company.app.clock.now()],
    );
    await again();
    await company.app.drainJobs({ ignoreRunAt: true });
  };
  peer.data.archive("contacts", second.source_id);
  await told(second.source_id, "one");
  expect(await tasks()).toEqual([]);
  peer.data.archive("contacts", first.source_id);
  await told(first.source_id, "two");
  expect(await tasks()).toEqual([asked("HubSpot", first.customer_id)]);
  // Taken out of the bin there, and deleted again: that is another deletion.
  const gone = () =>
    rows("select 1 from customer_links where gone_at is not null and source_id = $1", [first.source_id]);
  const contact = peer.data.records.contacts.get(first.source_id)!;
  expect(await gone()).toHaveLength(1);
  contact.archived = false;
  await told(first.source_id, "three");
  expect(await gone()).toEqual([]);
  peer.data.archive("contacts", first.source_id);
  await told(first.source_id, "four");
  expect(await tasks()).toHaveLength(2);
}, 120_000);
