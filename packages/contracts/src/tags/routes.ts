import { z } from "zod";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { countedTagSchema, tagInput, tagRename, tagSchema, tagUsesSchema } from "./schemas.ts";

export const tagRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/tags",
    summary: "Every tag of the company's, with how many customers have it",
    policy: "customers:read",
    response: z.object({ items: z.array(countedTagSchema) }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  uses: defineRoute({
    method: "GET",
    path: "/tags/:id/uses",
    summary:
      "What asks for a tag: segments, the team's views and campaigns by name, people's own views by number",
    policy: "customers:read",
    params: idParams,
    response: tagUsesSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  rename: defineRoute({
    method: "PUT",
    path: "/tags/:id",
    summary: "Rename a tag, on every customer that has it",
    policy: "customers:write",
    params: idParams,
    body: tagRename,
    response: tagSchema,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  delete: defineRoute({
    method: "DELETE",
    path: "/tags/:id",
    summary:
      "Delete a tag and take it off every customer; not while a segment or a view of the team's asks for it",
    policy: "customers:write",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
  add: defineRoute({
    method: "POST",
    path: "/customers/:id/tags",
    summary: "Tag a customer; a tag nobody has used before is made, one that it has stays",
    policy: "customers:write",
    params: idParams,
    body: tagInput,
    response: tagSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Customers"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/customers/:id/tags/:tagId",
    summary: "Take a tag off a customer",
    policy: "customers:write",
    params: idParams.extend({ tagId: z.uuid() }),
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Customers"],
  }),
};
