import { z } from "zod";
import type { Change } from "../../connector.ts";

const event = z.object({
  subscriptionId: z.number().optional(),
  portalId: z.number(),
  occurredAt: z.number(),
  subscriptionType: z.string(),
  objectId: z.union([z.number(), z.string()]),
  propertyName: z.string().optional(),
});
export const hubspotNews = z.array(z.unknown()).max(1000);

/** One piece of news: of which account, and either a hint of what changed or an order to erase somebody. */
export interface HubSpotNews {
  portalId: string;
  change: Change;
  isErasure: boolean;
}

const objects: Readonly<Record<string, string>> = {
  contact: "contacts",
  company: "companies",
  deal: "deals",
};

/** What a piece of news means here; null for kinds that change nothing. Ids of news repeat there: what it is of tells it apart. */
export function newsOf(said: unknown): HubSpotNews | null {
  const parsed = event.safeParse(said);
  if (!parsed.success) return null;
  const { subscriptionId, portalId, occurredAt, subscriptionType, objectId, propertyName } = parsed.data;
  // What we wrote there ourselves is no news.
  if (propertyName?.startsWith("forestay_")) return null;
  const [singular = "", kind = ""] = subscriptionType.split(".");
  const object = objects[singular];
  if (object === undefined || !["creation", "propertyChange", "privacyDeletion", "deletion"].includes(kind))
    return null;
  const eventId = [portalId, subscriptionId ?? kind, objectId, propertyName ?? "", occurredAt].join(":");
  return {
    portalId: String(portalId),
    change: { eventId, object, sourceId: String(objectId), occurredAt: new Date(occurredAt) },
    isErasure: kind === "privacyDeletion",
  };
}
