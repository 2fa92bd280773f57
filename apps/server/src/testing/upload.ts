import type { ImportJob } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { TestApp } from "./test-app.ts";

export interface UploadOptions {
  name?: string;
  autoConfirm?: boolean;
  /** Where to; an import of customers unless stated. */
  url?: string;
  /** Form fields beside it. */
  fields?: Record<string, string>;
  /** Sent along as JSON. */
  sentMapping?: unknown;
  headers?: Record<string, string>;
}

/** Uploads as a browser does: a multipart form over HTTP. */
export async function upload(
  app: TestApp,
  user: CompanyUser,
  content: string | Uint8Array,
  options: UploadOptions = {},
): Promise<LightMyRequestResponse> {
  const form = new FormData();
  if (options.autoConfirm) form.set("autoConfirm", "true");
  for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, value);
  if (options.sentMapping !== undefined) form.set("mapping", JSON.stringify(options.sentMapping));
  const bytes = typeof content === "string" ? content : Uint8Array.from(content);
  form.set("file", new File([bytes], options.name ?? "customers.csv"));
  const encoded = new Response(form);
  return app.inject({
    method: "POST",
    url: options.url ?? "/api/imports/upload",
    headers: {
      ...(await app.bearer(user)),
      "content-type": encoded.headers.get("content-type") ?? "",
      ...options.headers,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

/** Uploads a file that must be accepted. */
export async function uploaded(
  app: TestApp,
  user: CompanyUser,
  content: string | Uint8Array,
  options: UploadOptions = {},
): Promise<ImportJob> {
  const answer = await upload(app, user, content, options);
  if (answer.statusCode !== 201) throw new Error(`Upload answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<ImportJob>();
}
