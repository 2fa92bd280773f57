import type { Endpoint, EndpointResponse } from "@forestay/contracts/wire";
import { networkError } from "./api-error.ts";
import { requestHeaders, endpointAddress, withFreshToken } from "./call.ts";
import type { RawAnswer } from "./call.ts";

export interface UploadInput {
  file: File;
  /** Further multipart fields; sent before the file, so that the server knows them when the bytes start. */
  fields?: Record<string, string>;
  /** Share of the bytes that have left, 0-1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/**
 * Sends a file to a multipart endpoint and returns its body. XMLHttpRequest, because fetch tells nothing of upload progress.
 * @throws ApiError as `call` does; AbortError (DOMException) when `signal` is aborted.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: UploadInput,
): Promise<EndpointResponse<E>> {
  const text = await withFreshToken(endpoint, () => sendFile(endpoint, input));
  return JSON.parse(text) as EndpointResponse<E>;
}

function sendFile(endpoint: Endpoint, input: UploadInput): Promise<RawAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, value);
  form.append("file", input.file, input.file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpointAddress(endpoint));
    request.withCredentials = true;
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    if (input.idempotencyKey !== undefined) request.setRequestHeader("idempotency-key", input.idempotencyKey);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable && event.total > 0) input.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener("load", () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener("error", () => reject(networkError()));
    request.addEventListener("abort", () => reject(new DOMException("Upload cancelled", "AbortError")));
    input.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
