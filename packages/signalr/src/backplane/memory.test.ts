import { describe } from "vitest";
import { describeBackplane } from "./backplane.contract.ts";
import { MemoryBus } from "./memory.ts";

describe("the memory backplane", () => {
  const bus = new MemoryBus();
  describeBackplane(async () => bus.createBackplane());
});
