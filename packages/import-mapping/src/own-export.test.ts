import { expect, it } from "vitest";
import { ownExport } from "./own-export.ts";

it("somebody else's file is not taken for ours, and ours without another key is keyed by our id", () => {
  const all = () => true;
  expect(ownExport(["id", "email", "plan", "churned", "scored_at"], all)).toBeNull();
  const own = ownExport(["id", "email", "tenure_days", "scored_at", "Region"], (name) => name !== "email");
  expect(own?.get("id")?.target).toBe("externalId");
  expect(own?.get("Region")?.target).toBe("attribute");
  expect(ownExport(["id", "email", "tenure_days", "scored_at"], all)?.get("id")?.target).toBe("skip");
});
