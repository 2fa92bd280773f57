import { z } from "zod";
import { json } from "./json.ts";
import type { TransferKind } from "./transfer-kind.ts";

/** Shown in OpenAPI; nothing is asked of the bytes before the handler has checked their signature. */
const bytes = z.any().meta({ type: "string", format: "binary" });

/** The body's bytes exactly as they came, whatever type they say they are; JSON out. */
export const raw: TransferKind = {
  ...json,
  isRepeatable: false,
  parseBodies(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.addHook("preValidation", async (request) => {
      // An empty body reaches no parser.
      request.body ??= Buffer.alloc(0);
    });
  },
  checkBody: () => undefined,
  requestSchema: () => ({ consumes: ["*/*"], body: bytes }),
};
