import type { Config } from "#config";
import type { Clock } from "./clock.ts";
import type { Database } from "./db/database.ts";
import type { DomainEvents, Subscription } from "./events/domain-events.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Api } from "./http/bind.ts";
import type { Tickets } from "./http/tickets.ts";
import type { JobDefinition } from "./jobs/job.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Live } from "./live/live-hub.ts";
import type { Log } from "./log.ts";

/** What the platform hands to a module; made once in app.ts, never ambient. */
export interface ModuleContext {
  config: Config;
  db: Database;
  jobs: Jobs;
  files: FileStore;
  tickets: Tickets;
  events: DomainEvents;
  live: Live;
  clock: Clock;
  log: Log;
  /** Newest first; never used as they are, always through deriveKeys for one purpose. */
  secretKeys: readonly string[];
}

/** A domain's door to the composition in app.ts. */
export interface ServerModule {
  name: string;
  /** Binds the domain's contract routes. */
  routes?(api: Api, context: ModuleContext): void;
  jobs?: readonly JobDefinition[];
  /** News of other modules that this one acts on. */
  subscriptions?: readonly Subscription[];
}
