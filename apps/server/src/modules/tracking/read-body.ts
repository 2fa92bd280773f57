import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { trackingLimits, type TrackingType } from "@forestay/contracts";
import { AppError } from "#platform/http/app-error.ts";
import { refuseOutsizedJson } from "#platform/http/json-body.ts";

/** 500 events of 200 values each. */
const MOST_VALUES = 100_000;
const unzip = promisify(gunzip);

/** The JSON that a call sends. */
export interface TrackingBody {
  content: Record<string, unknown>;
  /** Larger than one event may be: each is to be measured. */
  isLarge: boolean;
}

/** Reads the body of a call. Throws `bad_request`, `payload_too_large` or `unsupported_media_type`, in words. */
export async function readBody(bytes: Uint8Array, encoding: string | undefined): Promise<TrackingBody> {
  const text = Buffer.from(await unpacked(bytes, encoding)).toString("utf8");
  if (text.trim() === "") throw refusal("The body is empty: send JSON.");
  refuseOutsizedJson(text, MOST_VALUES);
  return {
    content: parsed(text),
    isLarge: bytes.byteLength > trackingLimits.eventBytes || encoding !== undefined,
  };
}

/** The events of a body: one of the address's type, or those of a batch (`type` null). Throws `bad_request`. */
export function eventsOf(content: TrackingBody["content"], type: TrackingType | null): readonly unknown[] {
  if (type !== null) return [{ ...content, type }];
  const { batch } = content;
  if (!Array.isArray(batch)) throw refusal("A batch needs its events as a list: {“batch”: […]}.");
  if (batch.length > trackingLimits.eventsPerBatch)
    throw refusal(
      `A batch has at most ${trackingLimits.eventsPerBatch} events; this one has ${batch.length.toLocaleString("en-US")}.`,
    );
  return batch;
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
