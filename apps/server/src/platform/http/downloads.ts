import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DOWNLOADS_PATH, type Tickets } from "./tickets.ts";

/** Streams what a one-time ticket stands for; the ticket is the credential, so no sign-in is asked here. */
export function serveDownloads(server: FastifyInstance, tickets: Tickets): void {
  const querystring = z.object({ ticket: z.string().min(1).max(200) });
  // No HEAD: it would spend the ticket and answer nothing of what it stands for.
  const options = { schema: { hide: true, querystring }, exposeHeadRoute: false };
  server.get(DOWNLOADS_PATH, options, async (request, reply) => {
    const { ticket } = request.query as z.output<typeof querystring>;
    const download = await tickets.redeem(ticket);
    return reply
      .header("content-disposition", contentDisposition(download.fileName))
      .header("cache-control", "no-store")
      .type(download.contentType)
      .send(download.stream);
  });
}

/** RFC 6266: a plain fallback without quotes or control characters, and the real name percent-encoded. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
