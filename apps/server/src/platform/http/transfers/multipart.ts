import { AppError } from "../app-error.ts";
import { json } from "./json.ts";
import type { TransferKind } from "./transfer-kind.ts";

/** An upload, which the handler reads from `request` part by part (upload.ts), for as long as it takes; JSON out. */
export const multipart: TransferKind = {
  ...json,
  timeoutMs: null,
  checkBody(request) {
    if (!request.isMultipart()) throw new AppError("unsupported_media_type");
  },
  requestSchema: (route, example) => ({
    ...json.requestSchema(route, example),
    consumes: ["multipart/form-data"],
  }),
};
