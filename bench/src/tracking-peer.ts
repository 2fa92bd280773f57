import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Fastify, { type FastifyRequest } from "fastify";
import { Pool } from "pg";
import { from as copyFrom } from "pg-copy-streams";

// The peer of the tracking API in a process of its own: one Fastify route that checks a batch by a schema and copies its
// rows into the table bare_inbox, one COPY a call. No keys, no limits, no clock, nothing after it. node tracking-peer.ts <connection string>

const pool = new Pool({ connectionString: process.argv[2] ?? "", max: 10 });

interface Event {
  messageId: string;
  userId: string;
  event: string;
  timestamp: string;
  properties?: object;
}

const text = { type: "string", minLength: 1, maxLength: 500 } as const;
const body = {
  type: "object",
  required: ["batch"],
  properties: {
    batch: {
      type: "array",
      maxItems: 500,
      items: {
        type: "object",
        required: ["type", "messageId", "userId", "event", "timestamp"],
        properties: {
          type: { const: "track" },
          messageId: text,
          userId: text,
          event: text,
          timestamp: { type: "string", format: "date-time" },
          properties: { type: "object" },
        },
      },
    },
  },
};

const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (value: string) => value.replaceAll(/[\\\t\n\r]/g, (one) => escapes[one] ?? one);

const server = Fastify();
const copyBatch = async (request: FastifyRequest<{ Body: { batch: Event[] } }>) => {
  const receivedAt = new Date().toISOString();
  const lines = request.body.batch.map(
    ({ messageId, userId, event, timestamp, properties = {} }) =>
      `${[receivedAt, messageId, userId, event, timestamp, JSON.stringify(properties)].map(escaped).join("\t")}\n`,
  );
  const client = await pool.connect();
  try {
    const into = client.query(
      copyFrom("copy bare_inbox (received_at, message, user_id, event, occurred_at, properties) from stdin"),
    );
    await pipeline(Readable.from([lines.join("")]), into);
  } finally {
    client.release();
  }
  return { success: true };
};
server.route({ method: "POST", url: "/v1/batch", schema: { body }, handler: copyBatch });
await server.listen({ port: 0, host: "127.0.0.1" });
process.send?.(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
process.on("disconnect", () => process.exit());
