import { foundList, html, page, sendTo, type Routes } from "../kit/index.ts";
import type { OAuthServer } from "../oauth/index.ts";
import type { Audience } from "./audience.ts";

const SHOWN = 25;

/** What a person can do to the list by hand: the page `/sandbox`. */
export function mailchimpControlRoutes(audience: Audience, oauth: OAuthServer): Routes {
  return {
    "GET /sandbox": (request) => {
      const wanted = request.query.get("find") ?? "";
      const found = [...audience.members.values()].filter((one) =>
        `${one.full_name} ${one.email_address}`.toLowerCase().includes(wanted.toLowerCase()),
      );
      return page(
        "Mailchimp",
        html`<h1>Mailchimp: ${audience.name}</h1>
          <form method="post" action="/sandbox/remove-app"><button>Remove the app</button></form>
          ${foundList({
            title: "Members",
            find: wanted,
            columns: ["Name", "E-mail", "Status", "Do"],
            rows: found.slice(0, SHOWN).map((one) => [
              one.full_name,
              one.email_address,
              one.status,
              html`<form method="post" action="/sandbox/members/${one.id}">
                <button name="deed" value="unsubscribe">Unsubscribe</button>
                <button name="deed" value="clean">Cannot be reached</button>
              </form>`,
            ]),
          })}`,
      );
    },
    "POST /sandbox/members/:id": (request) => {
      const id = request.params["id"] ?? "";
      if (new URLSearchParams(request.rawBody).get("deed") === "clean") audience.clean(id);
      else audience.unsubscribe(id);
      return sendTo("/sandbox");
    },
    "POST /sandbox/remove-app": () => {
      oauth.revokeAll();
      return sendTo("/sandbox");
    },
  };
}
