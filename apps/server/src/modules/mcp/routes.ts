import { mcpRoutes } from "@forestay/contracts";
import { recordMcpUse } from "#modules/api-keys/index.ts";
import { assistantTools } from "#modules/assistant-tools/index.ts";
import type { CompanyUser, SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api, type HandlerArgs } from "#platform/http/bind.ts";
import { refuseMethods } from "#platform/http/refuse-methods.ts";
import type { ModuleContext } from "#platform/module.ts";
import { answerMessage, REVISION_HEADER } from "./answer-message.ts";

/** Binds the two addresses of the protocol, one that reads and one that writes too, and the list of tools. */
export function bindMcpRoutes(api: Api, context: ModuleContext): void {
  const readers = assistantTools.filter(({ readOnly }) => readOnly);
  type Args = HandlerArgs<typeof mcpRoutes.read | typeof mcpRoutes.write>;
  const answerWith =
    (tools: typeof assistantTools) =>
    async ({ body, user, request, signal }: Args) => {
      const member = requireMember(user);
      if (member.apiKey) {
        await recordMcpUse(context.db, member.companyId, member.apiKey.id, context.clock.now());
      }
      const revision = request.headers[REVISION_HEADER]?.toString();
      return answerMessage(context, {
        message: body,
        user: member,
        tools,
        revision,
        requestId: request.id,
        signal,
      });
    };
  bind(api, mcpRoutes.read, answerWith(readers));
  bind(api, mcpRoutes.write, answerWith(assistantTools));
  bind(api, mcpRoutes.tools, async () => ({
    items: assistantTools.map(({ name, title, description, group, policy, readOnly }) => ({
      name,
      title,
      description,
      group,
      policy,
      readOnly,
    })),
  }));
  // Without sessions there is no stream to open and none to end; the protocol has 405 for both.
  for (const { path } of [mcpRoutes.read, mcpRoutes.write])
    refuseMethods(api.server, path, ["GET", "DELETE"], "POST");
}

function requireMember(user: SignedInUser): CompanyUser {
  const { companyId, companyRole } = user;
  if (companyId === null || companyRole === null) throw new AppError("forbidden");
  return { ...user, companyId, companyRole };
}
