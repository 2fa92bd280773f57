import { z } from "zod";
import { namedPolicySchema } from "../policies/schemas.ts";
import { toolGroups } from "./vocabulary.ts";

/** One message of JSON-RPC 2.0: a request, a notification, or an answer to the server; the protocol says what is in it. */
export const mcpMessage = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200).optional(),
  params: z.looseObject({}).optional(),
});

/** The answer to a request; null, sent as 202 without a body, where nothing was asked. */
export const mcpAnswer = z
  .looseObject({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]).nullish() })
  .nullable();

/** A tool that a model may call, as settings list it. */
export const toolSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  group: z.enum(toolGroups),
  /** The scope that a key needs for it. */
  policy: namedPolicySchema,
  readOnly: z.boolean(),
});
export type AssistantTool = z.infer<typeof toolSchema>;
