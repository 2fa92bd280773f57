import { z } from "zod";
import { providerParams } from "../integrations/schemas.ts";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { audienceListsSchema, audiencesSchema, keepAudienceBody, leftOutSchema } from "./schemas.ts";

const tags = ["Integrations"];
const audienceParams = providerParams.extend({ id: z.uuid() });

export const audienceRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/integrations/:provider/audiences",
    summary: "Audiences of segments and campaigns that are kept in a connected system, and how each stands",
    policy: "integrations:read",
    params: providerParams,
    response: audiencesSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags,
  }),
  lists: defineRoute({
    method: "GET",
    path: "/integrations/:provider/audience-lists",
    summary: "The lists there in which an audience can be kept, asked of the system just now",
    policy: "integrations:write",
    params: providerParams,
    response: audienceListsSchema,
    rateLimit: "write",
    errors: ["invalid_state", "provider_unavailable"],
    tags,
  }),
  keep: defineRoute({
    method: "POST",
    path: "/integrations/:provider/audiences",
    summary:
      "Keep the audience of a segment or a campaign as a tag of a list there from now on. Only who is a member there gets it, nobody is subscribed, and who leaves loses it",
    policy: "integrations:write",
    params: providerParams,
    body: keepAudienceBody,
    response: audiencesSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "provider_unavailable", "not_found"],
    tags,
  }),
  end: defineRoute({
    method: "DELETE",
    path: "/integrations/:provider/audiences/:id",
    summary: "Keep an audience no more; its tag there is taken away",
    policy: "integrations:write",
    params: audienceParams,
    response: audiencesSchema,
    rateLimit: "write",
    errors: ["invalid_state", "not_found"],
    tags,
  }),
  leftOut: defineRoute({
    method: "GET",
    path: "/integrations/:provider/audiences/:id/left-out",
    summary: "Who belongs in an audience and could not be put in there, with the reason of each",
    policy: "integrations:read",
    params: audienceParams,
    query: z.object(pageQuery(10)),
    response: listOf(leftOutSchema),
    rateLimit: "read",
    errors: ["not_found"],
    tags,
  }),
  look: defineRoute({
    method: "POST",
    path: "/integrations/:provider/audiences/:id/look",
    summary: "Look through an audience now, also those who could not be put in",
    policy: "integrations:write",
    params: audienceParams,
    response: audiencesSchema,
    status: 202,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "not_found"],
    tags,
  }),
};
