import type { Config } from "#config";
import type { Clock } from "./clock.ts";
import type { Database } from "./db/database.ts";
import type { DomainEvents } from "./events/domain-events.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Tickets } from "./http/tickets.ts";
import type { JobQueue } from "./job-queue.ts";
import type { Live } from "./live/live-hub.ts";
import type { Log } from "./log.ts";
import type { Outbound } from "./outbound/outbound.ts";

/** What the platform hands to a module; made once in app.ts, never ambient. */
export interface ModuleContext {
  config: Config;
  db: Database;
  jobs: JobQueue;
  files: FileStore;
  tickets: Tickets;
  /** The one way to call another host (docs/guides/call-out.md). */
  outbound: Outbound;
  events: DomainEvents;
  live: Live;
  clock: Clock;
  log: Log;
  /** Newest first; never used as they are, always through deriveKeys for one purpose. */
  secretKeys: readonly string[];
}
