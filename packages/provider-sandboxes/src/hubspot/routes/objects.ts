import type { Answer, PeerRequest, Routes } from "../../kit/index.ts";
import { checkedValues } from "../change-values.ts";
import { hubspotError, invalidInput } from "../hubspot-errors.ts";
import type { CrmRecord, ObjectType, Portal } from "../portal.ts";
import { shownByDefault } from "../properties.ts";
import { search } from "../search.ts";
import { batchRoutes } from "./batches.ts";
import { linksAsked, linkShown, objectTypes, propertiesAsked, shownRecord } from "./record-view.ts";

const MAX_PAGE = 100;

/** Records under their dated path: list, read, search, batches, links. */
export function objectRoutes(portal: Portal, date: string, url: () => string): Routes {
  const all = objectTypes.map((type) => {
    const path = `/crm/objects/${date}/${type}`;
    return { ...routesOf(portal, type, path, url), ...batchRoutes(portal, type, path) };
  });
  return Object.assign({}, ...all) as Routes;
}

function routesOf(portal: Portal, type: ObjectType, path: string, url: () => string): Routes {
  const existing = (request: PeerRequest): CrmRecord => {
    const record = portal.records[type].get(request.params["id"] ?? "");
    if (!record || record.archived) throw hubspotError(404, "OBJECT_NOT_FOUND", "Object not found.");
    return record;
  };
  return {
    [`GET ${path}`]: (request) => list(portal, type, request, url),
    [`GET ${path}/:id`]: (request) => {
      const names = propertiesAsked(request, type);
      return { status: 200, body: shownRecord(portal, type, existing(request), names, linksAsked(request)) };
    },
    [`PATCH ${path}/:id`]: (request) => {
      const record = existing(request);
      const { properties } = (request.json ?? {}) as { properties?: unknown };
      portal.edit(type, record.id, checkedValues(portal, type, properties));
      return { status: 200, body: shownRecord(portal, type, record, Object.keys(record.properties)) };
    },
    [`POST ${path}/search`]: (request) => {
      const page = search(portal, type, request.json);
      const names = page.properties.length > 0 ? page.properties : shownByDefault[type];
      return {
        status: 200,
        body: {
          total: page.total,
          results: page.records.map((record) => shownRecord(portal, type, record, names)),
          ...(page.after !== undefined && { paging: { next: { after: page.after } } }),
        },
      };
    },
    [`GET ${path}/:id/associations/:to`]: (request) => {
      const to = objectTypes.find((one) => one === request.params["to"]);
      if (!to) throw invalidInput(`Unable to infer object type from: ${request.params["to"]}`);
      return { status: 200, body: { results: portal.linked(type, existing(request).id, to).map(linkShown) } };
    },
  };
}

function list(portal: Portal, type: ObjectType, request: PeerRequest, url: () => string): Answer {
  const limit = Number(request.query.get("limit") ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE)
    throw invalidInput(`limit must be between 1 and ${MAX_PAGE}.`);
  const after = request.query.get("after") ?? "0";
  if (!/^\d+$/.test(after)) throw invalidInput("Invalid after: it is no cursor of this list.");
  const archived = request.query.get("archived") === "true";
  const found: CrmRecord[] = [];
  // `after` is the id of the next record, so that one which is deleted meanwhile loses nothing.
  for (const record of portal.records[type].values()) {
    if (record.archived === archived && Number(record.id) >= Number(after)) found.push(record);
    if (found.length > limit) break;
  }
  const next = found[limit];
  const query = new URLSearchParams(request.query);
  query.set("after", next?.id ?? "");
  const names = propertiesAsked(request, type);
  const links = linksAsked(request);
  return {
    status: 200,
    body: {
      results: found.slice(0, limit).map((record) => shownRecord(portal, type, record, names, links)),
      ...(next && { paging: { next: { after: next.id, link: `${url()}${request.path}?${query}` } } }),
    },
  };
}
