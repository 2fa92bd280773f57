// One helper of a team: lives inside the kernel, in the memory it shares with the others, until it is dismissed.
import { parentPort } from "node:worker_threads";

import { webAssembly } from "../models/boosting/web-assembly.ts";
import type { HelperStart } from "./start-helpers.ts";

parentPort!.once("message", ({ memory, module }: HelperStart) => {
  const { exports } = new webAssembly!.Instance(module, { env: { memory } });
  (exports["help"] as (state: number) => void)(0);
});
