import type { Subscription } from "./events/domain-events.ts";
import type { Api } from "./http/bind.ts";
import type { JobDefinition } from "./jobs/job.ts";
import type { HubMethodBinding } from "./live/hub-methods.ts";
import type { ModuleContext } from "./module.ts";

/** A domain's door to the composition in app.ts. */
export interface ServerModule {
  name: string;
  /** Binds the domain's contract routes. */
  routes?(api: Api, context: ModuleContext): void;
  jobs?: readonly JobDefinition[];
  /** What the domain's pages invoke on the live hub, by `handleHubMethods`. */
  hubMethods?: readonly HubMethodBinding<ModuleContext>[];
  /** News of other modules that this one acts on. */
  subscriptions?: readonly Subscription[];
}
