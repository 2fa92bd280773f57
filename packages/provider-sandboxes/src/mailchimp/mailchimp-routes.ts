import type { PeerRequest, Routes } from "../kit/index.ts";
import type { Audience, Member } from "./audience.ts";
import { mailchimpError, whole } from "./mailchimp-error.ts";
import { tagRoutes } from "./tag-routes.ts";

const MAX_COUNT = 1000;

/** Lists and members by count and offset. */
export function mailchimpRoutes(audience: Audience, accountName: string): Routes {
  const list = () => ({
    id: audience.id,
    name: audience.name,
    stats: { member_count: audience.members.size },
  });
  const ofList = (request: PeerRequest) => {
    if (request.params["list"] !== audience.id)
      throw mailchimpError(404, "Resource Not Found", "The requested resource could not be found.");
  };
  return {
    ...tagRoutes(audience, ofList),
    "GET /3.0/": () => ({ status: 200, body: { account_id: "sandbox", account_name: accountName } }),
    "GET /3.0/ping": () => ({ status: 200, body: { health_status: "Everything's Chimpy!" } }),
    "GET /3.0/lists": () => ({ status: 200, body: { lists: [list()], total_items: 1 } }),
    "GET /3.0/lists/:list/members": (request) => {
      ofList(request);
      const [count, offset] = [whole(request, "count", 10), whole(request, "offset", 0)];
      if (count > MAX_COUNT) throw mailchimpError(400, "Invalid Resource", `count is at most ${MAX_COUNT}.`);
      const since = request.query.get("since_last_changed");
      const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since);
      if (Number.isNaN(from)) throw mailchimpError(400, "Invalid Resource", "since_last_changed is no time.");
      const status = request.query.get("status");
      const found = [...audience.members.values()].filter(
        (one) => Date.parse(one.last_changed) > from && (status === null || one.status === status),
      );
      const order = request.query.get("sort_field");
      if (order !== null) {
        if (order !== "timestamp_opt" && order !== "last_changed")
          throw mailchimpError(400, "Invalid Resource", `sort_field '${order}' is none.`);
        const sign = request.query.get("sort_dir") === "DESC" ? -1 : 1;
        found.sort((a, b) => sign * (Date.parse(a[order]) - Date.parse(b[order])));
      }
      const names = fieldsAsked(request);
      const members = found.slice(offset, offset + count).map((one) => shown(one, names));
      return { status: 200, body: { members, list_id: audience.id, total_items: found.length } };
    },
    "GET /3.0/lists/:list/merge-fields": (request) => {
      ofList(request);
      const fields = audience.mergeFields.map((field, at) => ({
        merge_id: at + 1,
        ...field,
        required: false,
      }));
      return {
        status: 200,
        body: { merge_fields: fields, list_id: audience.id, total_items: fields.length },
      };
    },
    "POST /3.0/lists/:list/webhooks": async (request) => {
      ofList(request);
      const { url = "", events } = JSON.parse(request.rawBody) as { url?: string; events?: object };
      if (audience.webhooks.has(url))
        throw mailchimpError(
          400,
          "Invalid Resource",
          "Sorry, you can't set up multiple WebHooks for one URL.",
        );
      // Mailchimp asks whether somebody is there before it tells anything.
      const status = await fetch(url, { redirect: "manual" }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (events === undefined || status !== 200)
        throw mailchimpError(400, "Invalid Resource", "We couldn't verify the provided callback URL.");
      const id = `hook${audience.webhooks.size + 1}`;
      audience.webhooks.set(url, id);
      return { status: 200, body: { id, url, list_id: audience.id } };
    },
    "DELETE /3.0/lists/:list/webhooks/:id": (request) => {
      ofList(request);
      const found = [...audience.webhooks].find(([, id]) => id === request.params["id"]);
      if (!found)
        throw mailchimpError(404, "Resource Not Found", "The requested resource could not be found.");
      audience.webhooks.delete(found[0]);
      return { status: 204 };
    },
    "GET /3.0/lists/:list/members/:id": (request) => {
      ofList(request);
      const member = audience.members.get(request.params["id"] ?? "");
      if (!member)
        throw mailchimpError(404, "Resource Not Found", "The requested resource could not be found.");
      return { status: 200, body: member };
    },
  };
}

/** `fields=members.id,members.status,total_items`: which of a member go out. */
function fieldsAsked(request: PeerRequest): string[] {
  return (request.query.get("fields") ?? "")
    .split(",")
    .filter((name) => name.startsWith("members."))
    .map((name) => name.split(".")[1] ?? "");
}

const shown = (member: Member, names: string[]): object =>
  names.length === 0
    ? member
    : Object.fromEntries(Object.entries(member).filter(([name]) => names.includes(name)));
