import {
  foundList,
  html,
  page,
  sendTo,
  type Answer,
  type Html,
  type PeerRequest,
  type Routes,
} from "../kit/index.ts";
import type { OAuthServer } from "../oauth/index.ts";
import type { StripeDashboard } from "./dashboard.ts";
import type { Customer, Invoice, Subscription } from "./objects.ts";

const SHOWN = 25;
const cards: [name: string, label: string][] = [
  ["pm_card_visa", "accepted"],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", "no funds"],
  ["pm_card_chargeDeclinedExpiredCard", "expired"],
  ["pm_card_visa_chargeDeclinedLostCard", "lost"],
  ["pm_card_authenticationRequired", "asks for confirmation"],
];

/** What a person can do to the account by hand: pages under `/sandbox`. */
export function stripeControlRoutes(
  data: StripeDashboard,
  oauth: OAuthServer,
  keys: Record<string, string>,
  rollKey: () => void,
): Routes {
  const back = (path: string, said: string): Answer => sendTo(`${path}?said=${encodeURIComponent(said)}`);
  const field = (request: PeerRequest, name: string) => new URLSearchParams(request.rawBody).get(name) ?? "";
  return {
    "GET /sandbox": (request) => overview(data, keys, request),
    "GET /sandbox/customers/:id": (request) => customerPage(data, request),
    "POST /sandbox/clock": (request) => {
      const days = Math.min(400, Math.max(1, Number(field(request, "days")) || 1));
      data.letDaysPass(days);
      return back("/sandbox", `${days} days have passed, and what fell due has happened.`);
    },
    "POST /sandbox/tokens": () => {
      oauth.expireAccessTokens();
      return back("/sandbox", "The app's access tokens are over. Its refresh tokens still work.");
    },
    "POST /sandbox/roll-key": () => {
      rollKey();
      return back("/sandbox", "The restricted key is worth nothing any more. The new one stands below.");
    },
    "POST /sandbox/remove-app": () => {
      data.removeApp();
      return back("/sandbox", "The app is removed: its tokens are worth nothing.");
    },
    "POST /sandbox/customers": (request) => {
      const customer = data.addCustomer({
        name: field(request, "name"),
        email: field(request, "email") || null,
      });
      return back(`/sandbox/customers/${customer.id}`, "The customer is there.");
    },
    "POST /sandbox/customers/:id": (request) => {
      const id = request.params["id"] ?? "";
      const path = `/sandbox/customers/${id}`;
      const deed = field(request, "deed");
      if (deed === "delete") {
        data.deleteCustomer(id);
        return back("/sandbox", "The customer is deleted.");
      }
      if (deed === "card") data.changeCard(id, field(request, "card"));
      else if (deed === "cancel") data.cancel(field(request, "subscription"));
      else if (deed === "cancel-later") data.cancel(field(request, "subscription"), "at_period_end");
      else if (deed === "pause") data.pauseCollection(field(request, "subscription"), "void");
      else if (deed === "resume") data.pauseCollection(field(request, "subscription"), null);
      else if (deed === "fail") data.failInvoice(field(request, "invoice"));
      else if (deed === "try") data.tryInvoice(field(request, "invoice"));
      else if (deed === "void") data.giveUpInvoice(field(request, "invoice"), "void");
      else data.editCustomer(id, { name: field(request, "name"), email: field(request, "email") || null });
      return back(path, "Done.");
    },
  };
}

function overview({ account }: StripeDashboard, keys: Record<string, string>, request: PeerRequest): Answer {
  const wanted = (request.query.get("find") ?? "").toLowerCase();
  const found: Customer[] = [];
  for (let place = account.customers.length - 1; place >= 0 && found.length < SHOWN; place -= 1) {
    const customer = account.customers.at(place);
    if (customer && `${customer.name} ${customer.email}`.toLowerCase().includes(wanted)) found.push(customer);
  }
  return page(
    "Stripe",
    html`<h1>Stripe: ${account.name}</h1>
      ${saidBy(request)}
      <p>
        Account <code>${account.id}</code>, at ${new Date(account.now() * 1000).toISOString()} by its own
        clock.
      </p>
      <h2>Keys to connect with</h2>
      <ul>
        ${Object.entries(keys).map(([name, key]) => html`<li>${name}: <code>${key}</code></li>`)}
      </ul>
      <form method="post" action="/sandbox/roll-key"><button>Roll the restricted key</button></form>
      <h2>The account</h2>
      <form method="post" action="/sandbox/clock">
        <label>Let <input name="days" type="number" min="1" max="400" value="31" /> days pass</label>
        <button>Let them pass</button>
      </form>
      <form method="post" action="/sandbox/tokens"><button>End access tokens</button></form>
      <form method="post" action="/sandbox/remove-app"><button>Remove the app</button></form>
      ${foundList({
        title: "Customers",
        find: request.query.get("find") ?? "",
        columns: ["Name", "E-mail", "Since"],
        rows: found.map((one) => [
          html`<a href="/sandbox/customers/${one.id}">${one.name ?? one.id}</a>`,
          one.email ?? "none",
          day(one.created),
        ]),
      })}
      <h2>New customer</h2>
      <form method="post" action="/sandbox/customers">
        <label>Name <input name="name" required /></label>
        <label>E-mail <input name="email" type="email" /></label>
        <button class="primary">Add</button>
      </form>`,
  );
}

function customerPage({ account }: StripeDashboard, request: PeerRequest): Answer {
  const customer = account.customers.get(request.params["id"] ?? "");
  if (!customer)
    return page(
      "No such customer",
      html`<h1>No such customer</h1>
        <p><a href="/sandbox">All customers</a></p>`,
      404,
    );
  const path = `/sandbox/customers/${customer.id}`;
  const of = (one: { customer: string }) => one.customer;
  const subscriptions = [...account.subscriptions.ofCustomer(customer.id, of)].reverse();
  const invoices = [...account.invoices.ofCustomer(customer.id, of)].reverse().slice(0, SHOWN);
  return page(
    customer.name ?? customer.id,
    html`<p><a href="/sandbox">All customers</a></p>
      <h1>${customer.name ?? customer.id}</h1>
      ${saidBy(request)}
      <form method="post" action="${path}">
        <label>Name <input name="name" value="${customer.name ?? ""}" /></label>
        <label>E-mail <input name="email" value="${customer.email ?? ""}" /></label>
        <button class="primary">Save</button>
      </form>
      <form method="post" action="${path}">
        <label
          >Card
          <select name="card">
            ${cards.map(([name, label]) => html`<option value="${name}">${label}</option>`)}
          </select></label
        >
        <button name="deed" value="card">Change card</button>
      </form>
      <form method="post" action="${path}"><button name="deed" value="delete">Delete customer</button></form>
      <h2>Subscriptions</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">Status</th>
              <th scope="col">Until</th>
              <th scope="col">Do</th>
            </tr>
          </thead>
          <tbody>
            ${subscriptions.map((one) => subscriptionRow(one, path, account.products.get(one.items.data[0]?.price.product ?? "")?.name))}
          </tbody>
        </table>
      </div>
      <h2>Invoices</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Day</th>
              <th scope="col">Total</th>
              <th scope="col">Status</th>
              <th scope="col">Do</th>
            </tr>
          </thead>
          <tbody>
            ${invoices.map((one) => invoiceRow(one, path))}
          </tbody>
        </table>
      </div>`,
  );
}

function subscriptionRow(one: Subscription, path: string, product: string | undefined): Html {
  const [item] = one.items.data;
  const isOver = one.ended_at !== null;
  const paused = one.pause_collection !== null;
  return html`<tr>
    <td>${product ?? one.id}, ${item?.price.recurring?.interval ?? "once"}ly</td>
    <td>
      ${String(one.status)}${paused ? ", collection paused" : ""}${one.cancel_at_period_end ? ", ends with its period" : ""}
    </td>
    <td>${day(one.ended_at ?? item?.current_period_end ?? one.created)}</td>
    <td>
      ${
        isOver
          ? ""
          : html`<form method="post" action="${path}">
              <input type="hidden" name="subscription" value="${one.id}" />
              <button name="deed" value="cancel">End now</button>
              <button name="deed" value="cancel-later">End with the period</button>
              <button name="deed" value="${paused ? "resume" : "pause"}">
                ${paused ? "Collect again" : "Pause collection"}
              </button>
            </form>`
      }
    </td>
  </tr>`;
}

function invoiceRow(one: Invoice, path: string): Html {
  return html`<tr>
    <td>${one.number ?? "draft"}</td>
    <td>${day(one.created)}</td>
    <td>
      ${one.currency === "jpy" ? one.total : (one.total / 100).toFixed(2)} ${one.currency.toUpperCase()}
    </td>
    <td>
      ${String(one.status)}${one.status === "open" && one.attempt_count > 0 ? `, ${one.attempt_count} ${one.attempt_count === 1 ? "try" : "tries"}` : ""}
    </td>
    <td>
      ${
        one.status === "open"
          ? html`<form method="post" action="${path}">
              <input type="hidden" name="invoice" value="${one.id}" />
              <button name="deed" value="try">Try the card</button>
              <button name="deed" value="fail">Let it fail</button>
              <button name="deed" value="void">Void</button>
            </form>`
          : ""
      }
    </td>
  </tr>`;
}

function saidBy(request: PeerRequest): Html {
  const said = request.query.get("said");
  return said === null ? html`` : html`<p class="said" role="status">${said}</p>`;
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
