import type { PeerRequest, Routes } from "../kit/index.ts";
import { memberId, type Audience } from "./audience.ts";
import { mailchimpError, whole } from "./mailchimp-error.ts";

const LONGEST_NAME = 100;
/** Addresses of a call, each way. */
const MOST = 500;

/** Tags, which the API calls static segments: made, given, taken off and deleted. None of it changes who is on the list. */
export function tagRoutes(audience: Audience, ofList: (request: PeerRequest) => void): Routes {
  const notFound = () =>
    mailchimpError(404, "Resource Not Found", "The requested resource could not be found.");
  const view = (id: number) => {
    const tag = audience.tags.get(id);
    if (!tag) throw notFound();
    return { id, name: tag.name, member_count: tag.members.size, type: "static", list_id: audience.id };
  };
  const idOf = (request: PeerRequest) => Number(request.params["id"]);
  return {
    "GET /3.0/lists/:list/segments": (request) => {
      ofList(request);
      const [count, offset] = [whole(request, "count", 10), whole(request, "offset", 0)];
      if (request.query.get("type") !== "static")
        throw mailchimpError(400, "Invalid Resource", "Only static segments are kept here.");
      const all = [...audience.tags.keys()];
      const segments = all.slice(offset, offset + count).map(view);
      return { status: 200, body: { segments, list_id: audience.id, total_items: all.length } };
    },
    "POST /3.0/lists/:list/segments": (request) => {
      ofList(request);
      const { name = "", static_segment: members } = bodyOf<{ name?: string; static_segment?: string[] }>(
        request,
      );
      if (name === "" || name.length > LONGEST_NAME || !Array.isArray(members) || members.length > 0)
        throw mailchimpError(400, "Invalid Resource", "A name, and a static segment of nobody, are needed.");
      const id = audience.makeTag(name);
      if (id === null) throw mailchimpError(400, "Bad Request", "Sorry, that tag already exists.");
      return { status: 200, body: view(id) };
    },
    "POST /3.0/lists/:list/segments/:id": (request) => {
      ofList(request);
      const id = idOf(request);
      view(id);
      const { members_to_add: toAdd = [], members_to_remove: toRemove = [] } = bodyOf<{
        members_to_add?: string[];
        members_to_remove?: string[];
      }>(request);
      if (toAdd.length > MOST || toRemove.length > MOST || toAdd.length + toRemove.length === 0)
        throw mailchimpError(400, "Invalid Resource", `From one to ${MOST} addresses are taken.`);
      const change = (addresses: readonly string[], has: boolean) =>
        Map.groupBy(addresses, (address) => audience.tagMember(id, memberId(address), has));
      const [added, removed] = [change(toAdd, true), change(toRemove, false)];
      const unknown = [...(added.get(false) ?? []), ...(removed.get(false) ?? [])];
      return {
        status: 200,
        body: {
          members_added: (added.get(true) ?? []).map((address) => ({ email_address: address })),
          members_removed: (removed.get(true) ?? []).map((address) => ({ email_address: address })),
          errors:
            unknown.length === 0
              ? []
              : [{ email_addresses: unknown, error: "Email addresses do not exist on the list" }],
          error_count: unknown.length,
        },
      };
    },
    "DELETE /3.0/lists/:list/segments/:id": (request) => {
      ofList(request);
      if (!audience.deleteTag(idOf(request))) throw notFound();
      return { status: 204 };
    },
    "POST /3.0/lists/:list/members/:id/tags": (request) => {
      ofList(request);
      const { tags = [] } = bodyOf<{ tags?: { name: string; status: "active" | "inactive" }[] }>(request);
      const member = request.params["id"] ?? "";
      if (!audience.members.has(member)) throw notFound();
      for (const { name, status } of tags) {
        const known = [...audience.tags].find(([, tag]) => tag.name === name);
        if (known) audience.tagMember(known[0], member, status === "active");
      }
      return { status: 204 };
    },
  };
}

function bodyOf<T>(request: PeerRequest): T {
  if (typeof request.json !== "object" || request.json === null)
    throw mailchimpError(400, "JSON Parse Error", "We encountered an unspecified JSON parsing error.");
  return request.json as T;
}
