import type { IntegrationProvider } from "../integrations/vocabulary.ts";

/** Systems in which an audience can be kept. */
export const audienceTakers: readonly IntegrationProvider[] = ["mailchimp"];

/** Whom an audience is made of: everybody in a segment, or whom a campaign is for. */
export const audienceKinds = ["segment", "campaign"] as const;
export type AudienceKind = (typeof audienceKinds)[number];
