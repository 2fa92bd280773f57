import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { trackingLimits, type TrackingType } from "@forestay/contracts";
import { AppError } from "#platform/http/app-error.ts";
import { refuseOutsizedJson } from "#platform/http/json-body.ts";

/** 500 events of 200 values each. */
const MOST_VALUES = 100_000;
const unzip = promisify(gunzip);

/** What a call sends: its events as they are, and what stands beside them. */
export interface TrackingBody {
  events: readonly unknown[];
  /** When the sender says that it sent; anything. */
  sentAt: unknown;
  /** In the body where a browser cannot send headers. */
  writeKey: string | null;
  /** Larger than one event may be: each is to be measured. */
  isLarge: boolean;
}

/** Reads the body of a call about one event, or of a batch (`type` null). Throws `bad_request` or `payload_too_large`, in words. */
export async function readBody(
  bytes: Uint8Array,
  encoding: string | undefined,
  type: TrackingType | null,
): Promise<TrackingBody> {
  const text = Buffer.from(await unpacked(bytes, encoding)).toString("utf8");
  if (text.trim() === "") throw refusal("The body is empty: send JSON.");
  refuseOutsizedJson(text, MOST_VALUES);
  const body = parsed(text);
  const isLarge = text.length > trackingLimits.eventBytes;
  const given = {
    sentAt: body["sentAt"],
    writeKey: typeof body["writeKey"] === "string" ? body["writeKey"] : null,
    isLarge,
  };
  if (type !== null) return { ...given, events: [{ ...body, type }] };
  const { batch } = body;
  if (!Array.isArray(batch)) throw refusal("A batch needs its events as a list: {“batch”: […]}.");
  if (batch.length > trackingLimits.eventsPerBatch)
    throw refusal(
      `A batch has at most ${trackingLimits.eventsPerBatch} events; this one has ${batch.length.toLocaleString("en-US")}.`,
    );
  return { ...given, events: batch };
}

async function unpacked(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  if (encoding === undefined || encoding === "identity" || encoding === "") return bytes;
  if (encoding !== "gzip")
    throw new AppError("unsupported_media_type", {
      message: "The body is packed in a way that is not known here: send it plain, or as gzip.",
    });
  try {
    return await unzip(bytes, { maxOutputLength: trackingLimits.batchBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE")
      throw new AppError("payload_too_large", { message: "Unpacked, the body is larger than 500 kB." });
    throw refusal("The body is said to be gzip, and is none.");
  }
}

function parsed(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refusal("The body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw refusal("The body is JSON, but no object.");
  return body as Record<string, unknown>;
}

const refusal = (message: string) => new AppError("bad_request", { message });
