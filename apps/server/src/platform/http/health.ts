import type { FastifyInstance } from "fastify";
import type { Database } from "#platform/db/database.ts";
import { API_PREFIX } from "./api-prefix.ts";

const DATABASE_TIMEOUT_MS = 1500;

/** Liveness never depends on the database; readiness does, and turns false as soon as we are told to stop. */
export function serveHealth(server: FastifyInstance, db: Database, isStopping: () => boolean): void {
  server.get(`${API_PREFIX}/health/live`, { schema: { hide: true } }, async () => ({ status: "ok" }));

  server.get(`${API_PREFIX}/health/ready`, { schema: { hide: true } }, async (_request, reply) => {
    const ready = !isStopping() && (await databaseAnswers(db));
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? "ok" : isStopping() ? "stopping" : "no database" });
  });
}

async function databaseAnswers(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS);
  });
  const answered = db.pool.query("select 1").then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
