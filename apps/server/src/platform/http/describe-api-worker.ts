import { workerData } from "node:worker_threads";
import * as contracts from "@forestay/contracts";
import type { RouteDefinition } from "@forestay/contracts";
import { describeApi } from "./describe-api.ts";
import { handOver } from "./pack-texts.ts";

/** Of the contract the routes that the process has bound, by method and path: functions do not pass between threads. */
const bound = new Set(workerData as readonly string[]);
const routes = Object.entries(contracts as Record<string, unknown>)
  .filter(([name]) => name.endsWith("Routes"))
  .flatMap(([, group]) => Object.values(group as Record<string, RouteDefinition>))
  .filter(({ method, path }) => bound.delete(`${method} ${path}`));
if (bound.size > 0) throw new Error(`Not routes of the contract: ${[...bound].join(", ")}`);

handOver({ description: Buffer.from(JSON.stringify(await describeApi(routes))) });
