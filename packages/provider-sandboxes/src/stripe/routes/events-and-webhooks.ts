import type { Routes } from "../../kit/index.ts";
import { invalid } from "../stripe-errors.ts";
import type { Listener, WebhookDelivery } from "../webhook-delivery.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, flagOf, metadataOf, neededText, textOf, textsOf } from "../wire/parameters.ts";

const THIRTY_DAYS_S = 30 * 86_400;
const MAX_ENDPOINTS = 16;

/** `/v1/events` and `/v1/webhook_endpoints`. */
export function eventRoutes(account: StripeAccount, delivery: WebhookDelivery): Routes {
  const endpointOf = (id: string | undefined) =>
    found(account.webhookEndpoints, id ?? "", "webhook endpoint");
  return {
    "GET /v1/events": (request) => {
      const { form } = request;
      const [type, types] = [textOf(form, "type"), textsOf(form, "types")];
      if (type !== undefined && types !== undefined)
        throw invalid("You may pass type or types, not both.", "types", "parameters_exclusive");
      if (types && types.length > 20) throw invalid("You may pass up to 20 types.", "types");
      const delivered = flagOf(form, "delivery_success");
      return listPage(account, request, account.events, {
        kind: "event",
        filters: ["type", "types", "delivery_success"],
        matches: (one) =>
          (type === undefined || isOfType(one.type, type)) &&
          (types === undefined || types.some((wanted) => isOfType(one.type, wanted))) &&
          (delivered === undefined || (one.pending_webhooks === 0) === delivered),
        notBefore: account.clock.seconds() - THIRTY_DAYS_S,
      });
    },
    "GET /v1/events/:id": (request) => oneOf(account, request, account.events, "event"),
    "GET /v1/webhook_endpoints": (request) => {
      const answer = listPage(account, request, account.webhookEndpoints, { kind: "webhook endpoint" });
      const { data } = answer.body as { data: { secret?: string }[] };
      for (const one of data) delete one.secret;
      return answer;
    },
    "GET /v1/webhook_endpoints/:id": (request) => {
      const { secret: _, ...open } = endpointOf(request.params["id"]);
      return shown(account, request, open);
    },
    "POST /v1/webhook_endpoints": (request) => {
      const { form } = request;
      allowOnly(form, ["url", "enabled_events", "api_version", "connect", "description", "metadata"]);
      if (delivery.listeners.size >= MAX_ENDPOINTS)
        throw invalid(`You have reached the maximum of ${MAX_ENDPOINTS} test webhook endpoints.`, "url");
      const endpoint: Listener = {
        id: account.newId("we"),
        object: "webhook_endpoint",
        api_version: textOf(form, "api_version") ?? null,
        application: null,
        created: account.now(),
        description: textOf(form, "description") ?? null,
        enabled_events: enabledEvents(textsOf(form, "enabled_events")),
        livemode: false,
        metadata: metadataOf(form),
        secret: `whsec_${account.draws.letters(32)}`,
        status: "enabled",
        url: usableUrl(neededText(form, "url")),
        connect: flagOf(form, "connect") ?? false,
      };
      delivery.listeners.set(endpoint.id, endpoint);
      const { connect: _, ...shownOnce } = endpoint;
      account.webhookEndpoints.put(shownOnce);
      return shown(account, request, shownOnce);
    },
    "POST /v1/webhook_endpoints/:id": (request) => {
      const { form } = request;
      allowOnly(form, ["url", "enabled_events", "disabled", "description", "metadata"]);
      const endpoint = endpointOf(request.params["id"]);
      const disabled = flagOf(form, "disabled");
      const events = textsOf(form, "enabled_events");
      const changes = {
        metadata: metadataOf(form, endpoint.metadata),
        ...(disabled !== undefined && { status: disabled ? "disabled" : "enabled" }),
        ...(events && { enabled_events: enabledEvents(events) }),
        ...(form["url"] !== undefined && { url: usableUrl(neededText(form, "url")) }),
      };
      Object.assign(endpoint, changes);
      Object.assign(delivery.listeners.get(endpoint.id) ?? {}, changes);
      const { secret: _, ...open } = endpoint;
      return shown(account, request, open);
    },
    "DELETE /v1/webhook_endpoints/:id": (request) => {
      const endpoint = endpointOf(request.params["id"]);
      delivery.listeners.delete(endpoint.id);
      account.webhookEndpoints.delete(endpoint.id);
      return { status: 200, body: { id: endpoint.id, object: "webhook_endpoint", deleted: true } };
    },
  };
}

/** `invoice.*` names all that begin so. */
const isOfType = (type: string, wanted: string) =>
  wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

function enabledEvents(given: string[] | undefined): string[] {
  if (!given || given.length === 0)
    throw invalid("Missing required param: enabled_events.", "enabled_events", "parameter_missing");
  return given;
}

function usableUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw invalid("Invalid URL: An explicit scheme must be provided.", "url", "url_invalid");
  return url;
}
