import type { Transfer } from "@forestay/contracts";
import { json } from "./json.ts";
import { multipart } from "./multipart.ts";
import { raw } from "./raw.ts";
import { redirect } from "./redirect.ts";
import { rpc } from "./rpc.ts";
import { stream } from "./stream.ts";
import { streamable } from "./streamable.ts";
import type { TransferKind } from "./transfer-kind.ts";

/** One file per way that bodies and answers travel. */
export const transferKinds: Record<Transfer, TransferKind> = {
  json,
  multipart,
  raw,
  redirect,
  rpc,
  stream,
  streamable,
};
export type { Streamable } from "./streamable.ts";
export type { TransferKind } from "./transfer-kind.ts";
