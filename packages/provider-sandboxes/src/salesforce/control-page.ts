import { foundList, html, page, sendTo, type Routes } from "../kit/index.ts";
import type { OAuthServer } from "../oauth/index.ts";
import type { Org } from "./org.ts";

const SHOWN = 25;

/** What a person can do to the organisation by hand: the page `/sandbox`. */
export function salesforceControlRoutes(org: Org, oauth: OAuthServer): Routes {
  return {
    "GET /sandbox": (request) => {
      const wanted = request.query.get("find") ?? "";
      const found = [...org.records.Contact.values()].filter(
        (one) =>
          one["IsDeleted"] === false &&
          `${one["Name"]} ${one["Email"]}`.toLowerCase().includes(wanted.toLowerCase()),
      );
      return page(
        "Salesforce",
        html`<h1>Salesforce: Brightleaf Software</h1>
          <form method="post" action="/sandbox/tokens"><button>End access tokens</button></form>
          <form method="post" action="/sandbox/remove-app"><button>Remove the app</button></form>
          <form method="post" action="/sandbox/score-fields"><button>Make fields for scores</button></form>
          ${foundList({
            title: "Contacts",
            find: wanted,
            columns: ["Name", "E-mail", "Do"],
            rows: found.slice(0, SHOWN).map((one) => [
              String(one["Name"]),
              String(one["Email"] ?? "none"),
              html`<form method="post" action="/sandbox/contacts/${one.Id}">
                <label>E-mail <input name="email" value="${String(one["Email"] ?? "")}" /></label>
                <button name="deed" value="save">Save</button>
                <button name="deed" value="delete">Delete</button>
              </form>`,
            ]),
          })}`,
      );
    },
    "POST /sandbox/contacts/:id": (request) => {
      const id = request.params["id"] ?? "";
      const fields = new URLSearchParams(request.rawBody);
      if (fields.get("deed") === "delete") org.delete("Contact", id);
      else org.edit("Contact", id, { Email: fields.get("email") || null });
      return sendTo("/sandbox");
    },
    "POST /sandbox/score-fields": () => {
      makeScoreFields(org);
      return sendTo("/sandbox");
    },
    "POST /sandbox/tokens": () => {
      oauth.expireAccessTokens();
      return sendTo("/sandbox");
    },
    "POST /sandbox/remove-app": () => {
      oauth.revokeAll();
      return sendTo("/sandbox");
    },
  };
}

/** What an administrator does in Setup, so that scores can be kept on contacts. */
export function makeScoreFields(org: Org): void {
  if (org.ownContactFields.length > 0) return;
  org.ownContactFields.push(
    { name: "Forestay_Churn_Risk_Score__c", type: "double" },
    { name: "Forestay_Churn_Risk_Level__c", type: "string" },
    { name: "Forestay_Churn_Risk_Since__c", type: "date" },
  );
}
