import type { Answer, PeerRequest, Routes } from "../../kit/index.ts";
import { checkedValues } from "../change-values.ts";
import { invalidInput } from "../hubspot-errors.ts";
import type { ObjectType, Portal } from "../portal.ts";
import { shownByDefault } from "../properties.ts";
import { linkShown, objectTypes, shownRecord } from "./record-view.ts";

const MAX_BATCH = 100;

/** Many records at once: read, and changed. */
export function batchRoutes(portal: Portal, type: ObjectType, path: string): Routes {
  return {
    [`POST ${path}/batch/read`]: (request) => {
      const { inputs, properties } = batchOf(request);
      const ids = inputs.map((one) => one.id);
      const found = ids
        .flatMap((id) => portal.records[type].get(id) ?? [])
        .filter((record) => !record.archived);
      const wanted = Array.isArray(properties) ? properties.map(String) : shownByDefault[type];
      const results = found.map((record) => shownRecord(portal, type, record, wanted));
      return batchAnswer(portal, results, missingOf(ids, found));
    },
    [`POST ${path}/batch/update`]: (request) => {
      const { inputs } = batchOf(request);
      const repeated = inputs.find((one, at) => inputs.findIndex((other) => other.id === one.id) !== at);
      if (repeated) throw invalidInput(`Duplicate IDs found in batch input: [${repeated.id}]`);
      const changes = inputs.map((one) => ({
        id: one.id,
        values: checkedValues(portal, type, one.properties),
      }));
      const found = changes.filter(({ id }) => portal.records[type].get(id)?.archived === false);
      const results = found.map(({ id, values }) => {
        const record = portal.edit(type, id, values);
        return shownRecord(portal, type, record, Object.keys(record.properties));
      });
      const ids = changes.map((one) => one.id);
      return batchAnswer(portal, results, missingOf(ids, found));
    },
  };
}

/** Links of many records at once, by their dated path. */
export function associationRoutes(portal: Portal, date: string): Routes {
  return {
    [`POST /crm/associations/${date}/:from/:to/batch/read`]: (request) => {
      const from = objectTypes.find((one) => one === request.params["from"]);
      const to = objectTypes.find((one) => one === request.params["to"]);
      if (!from || !to) throw invalidInput("Unable to infer object type from the path.");
      const { inputs } = batchOf(request);
      const linked = inputs.map(({ id }) => ({
        from: { id },
        to: portal.linked(from, id, to).map(linkShown),
      }));
      const alone = linked.filter((one) => one.to.length === 0).map((one) => one.from.id);
      return batchAnswer(
        portal,
        linked.filter((one) => one.to.length > 0),
        alone,
      );
    },
  };
}

interface BatchInput {
  id: string;
  properties?: unknown;
}

function batchOf(request: PeerRequest): { inputs: BatchInput[]; properties: unknown } {
  const { inputs, properties } = (request.json ?? {}) as { inputs?: unknown; properties?: unknown };
  if (!Array.isArray(inputs))
    throw invalidInput("Invalid input JSON: some required fields were not set: [inputs]");
  if (inputs.length > MAX_BATCH)
    throw invalidInput(`A batch holds at most ${MAX_BATCH}, not ${inputs.length}.`);
  if (!inputs.every((one: Partial<BatchInput> | null) => typeof one?.id === "string"))
    throw invalidInput("Invalid input JSON: every input needs an id, as a text.");
  return { inputs: inputs as BatchInput[], properties };
}

function missingOf(ids: string[], found: { id: string }[]): string[] {
  const have = new Set(found.map((one) => one.id));
  return ids.filter((id) => !have.has(id));
}

/** 200, or 207 where some are not there. */
function batchAnswer(portal: Portal, results: object[], missing: string[]): Answer {
  const moment = new Date(portal.clock.now()).toISOString();
  const message = "Could not get some objects, they may be deleted or not exist. Check that ids are valid.";
  const error = { status: "error", category: "OBJECT_NOT_FOUND", message, context: { ids: missing } };
  return {
    status: missing.length > 0 ? 207 : 200,
    body: {
      status: "COMPLETE",
      results,
      startedAt: moment,
      completedAt: moment,
      ...(missing.length > 0 && { numErrors: 1, errors: [error] }),
    },
  };
}
