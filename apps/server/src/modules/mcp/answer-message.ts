import type { mcpAnswer, mcpMessage } from "@forestay/contracts";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { z } from "zod";
import type { Tool } from "#modules/assistant-tools/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createProtocolServer } from "./protocol-server.ts";

interface Asked {
  message: z.output<typeof mcpMessage>;
  user: CompanyUser;
  /** What this address offers; which of it the caller may use is decided tool by tool. */
  tools: readonly Tool[];
  /** The revision of the protocol that the request names; undefined where it names none. */
  revision: string | undefined;
  requestId: string;
  signal: AbortSignal;
}

export const REVISION_HEADER = "mcp-protocol-version";

/**
 * Answers one message; null where it asked nothing. Nothing is kept from one message to the next (decision 0085), so
 * that any process answers any of them. Throws `bad_request` in the transport's words for what is not the protocol.
 */
export async function answerMessage(
  context: ModuleContext,
  { message, user, tools, revision, requestId, signal }: Asked,
): Promise<z.input<typeof mcpAnswer>> {
  const server = createProtocolServer(context, { user, tools, requestId });
  // Without a generator of session ids there are none; a transport serves one request then.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const end = () => void server.close();
  signal.addEventListener("abort", end, { once: true });
  try {
    await server.connect(transport);
    const answer = await transport.handleRequest(
      new Request("http://forestay.invalid/", {
        method: "POST",
        headers: {
          // It is answered in JSON whatever the client would take; what came was JSON, or had been refused.
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...(revision === undefined ? {} : { [REVISION_HEADER]: revision }),
        },
      }),
      { parsedBody: message },
    );
    const text = await answer.text();
    if (!answer.ok) throw refused(text);
    return text === "" ? null : (JSON.parse(text) as z.input<typeof mcpAnswer>);
  } finally {
    signal.removeEventListener("abort", end);
    await server.close();
  }
}

function refused(text: string): AppError {
  const { error } = JSON.parse(text) as { error?: { message?: string } };
  return new AppError("bad_request", { message: error?.message ?? "This is no message of the protocol." });
}
