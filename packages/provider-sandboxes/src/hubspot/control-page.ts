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
import type { Portal } from "./portal.ts";

const SHOWN = 25;
const editable = ["firstname", "lastname", "email", "jobtitle", "plan_name", "seats", "contract_value"];

/** What a person can do to the portal by hand: pages under `/sandbox`. */
export function hubspotControlRoutes(portal: Portal, oauth: OAuthServer, name: string): Routes {
  const back = (path: string, said: string): Answer => sendTo(`${path}?said=${encodeURIComponent(said)}`);
  return {
    "GET /sandbox": (request) => overview(portal, name, request),
    "GET /sandbox/contacts/:id": (request) => contactPage(portal, request),
    "POST /sandbox/tokens": () => {
      oauth.expireAccessTokens();
      return back("/sandbox", "The app's access tokens are over. Its refresh tokens still work.");
    },
    "POST /sandbox/remove-app": () => {
      oauth.revokeAll();
      return back("/sandbox", "The app is removed: its tokens are worth nothing, and nobody is told.");
    },
    "POST /sandbox/contacts": (request) => {
      const fields = new URLSearchParams(request.rawBody);
      const contact = portal.add("contacts", {
        email: fields.get("email"),
        lastname: fields.get("lastname"),
      });
      return back(`/sandbox/contacts/${contact.id}`, "The contact is there.");
    },
    "POST /sandbox/contacts/:id": (request) => {
      const id = request.params["id"] ?? "";
      const fields = new URLSearchParams(request.rawBody);
      const deed = fields.get("deed");
      if (deed === "delete") portal.archive("contacts", id);
      else if (deed === "privacy") portal.privacyDelete(id);
      else {
        const values = editable.map((property) => [property, fields.get(property) || null] as const);
        portal.edit("contacts", id, Object.fromEntries(values));
        return back(`/sandbox/contacts/${id}`, "Saved.");
      }
      return back(
        "/sandbox",
        deed === "privacy" ? "The contact is erased for good." : "The contact is deleted.",
      );
    },
  };
}

function overview(portal: Portal, name: string, request: PeerRequest): Answer {
  const wanted = (request.query.get("find") ?? "").toLowerCase();
  const living = [...portal.records.contacts.values()].filter((one) => !one.archived).reverse();
  const found = living.filter(({ properties: { email, firstname, lastname } }) =>
    `${firstname} ${lastname} ${email}`.toLowerCase().includes(wanted),
  );
  return page(
    "HubSpot",
    html`<h1>HubSpot: ${name}</h1>
      ${saidBy(request)}
      <p>${living.length} contacts.</p>
      <form method="post" action="/sandbox/tokens"><button>End access tokens</button></form>
      <form method="post" action="/sandbox/remove-app"><button>Remove the app</button></form>
      ${foundList({
        title: "Contacts",
        find: request.query.get("find") ?? "",
        columns: ["Name", "E-mail", "Company"],
        rows: found
          .slice(0, SHOWN)
          .map(({ id, properties: { firstname, lastname, email, company } }) => [
            html`<a href="/sandbox/contacts/${id}">${[firstname, lastname].join(" ").trim() || id}</a>`,
            email ?? "none",
            company ?? "",
          ]),
      })}
      <h2>New contact</h2>
      <form method="post" action="/sandbox/contacts">
        <label>Last name <input name="lastname" required /></label>
        <label>E-mail <input name="email" type="email" /></label>
        <button class="primary">Add</button>
      </form>`,
  );
}

function contactPage(portal: Portal, request: PeerRequest): Answer {
  const contact = portal.records.contacts.get(request.params["id"] ?? "");
  if (!contact || contact.archived)
    return page(
      "No such contact",
      html`<h1>No such contact</h1>
        <p><a href="/sandbox">All contacts</a></p>`,
      404,
    );
  const path = `/sandbox/contacts/${contact.id}`;
  const { firstname, lastname } = contact.properties;
  const title = [firstname, lastname].join(" ").trim() || contact.id;
  return page(
    title,
    html`<p><a href="/sandbox">All contacts</a></p>
      <h1>${title}</h1>
      ${saidBy(request)}
      <form method="post" action="${path}">
        ${editable.map(
          (property) =>
            html`<label
              >${labelOf(portal, property)}
              <input name="${property}" value="${contact.properties[property] ?? ""}"
            /></label>`,
        )}
        <button class="primary">Save</button>
      </form>
      <h2>Take away</h2>
      <form method="post" action="${path}">
        <button name="deed" value="delete">Delete</button>
        <button name="deed" value="privacy">Erase for good (privacy)</button>
      </form>`,
  );
}

const labelOf = (portal: Portal, name: string) =>
  portal.properties.contacts.find((one) => one.name === name)?.label ?? name;

function saidBy(request: PeerRequest): Html {
  const said = request.query.get("said");
  return said === null ? html`` : html`<p class="said" role="status">${said}</p>`;
}
