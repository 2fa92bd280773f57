import type { ColumnProfile } from "@forestay/contracts/wire";
import { describe, expect, it } from "vitest";
import { mappingProblems } from "./mapping-problems.ts";

function profile(column: string, patch: Partial<ColumnProfile> = {}): ColumnProfile {
  return {
    column,
    kind: "text",
    filledShare: 1,
    distinctCount: 3,
    samples: [],
    needsDateOrder: false,
    needsNumberStyle: false,
    ...patch,
  };
}

describe("what must be settled before the dry run", () => {
  it("is nothing for an id and extra attributes", () => {
    const columns = [
      { column: "id", target: "externalId" as const },
      { column: "a", target: "attribute" as const },
      { column: "b", target: "attribute" as const },
    ];
    expect(
      mappingProblems(
        columns,
        columns.map(({ column }) => profile(column)),
      ).size,
    ).toBe(0);
  });

  it("names both columns when two go to one field", () => {
    const columns = [
      { column: "Id", target: "externalId" as const },
      { column: "Mail", target: "email" as const },
      { column: "Mail 2", target: "email" as const },
    ];
    expect(mappingProblems(columns, []).get("Mail 2")).toBe("E-mail is already taken by “Mail”");
  });

  it("asks for a key when there is neither id nor e-mail", () => {
    expect(mappingProblems([{ column: "Plan", target: "plan" }], []).get("")).toMatch(
      /customer id or the e-mail/,
    );
  });

  it("asks for the date order only while it is ambiguous and not chosen", () => {
    const profiles = [profile("id"), profile("since", { needsDateOrder: true })];
    const id = { column: "id", target: "externalId" as const };
    const since = { column: "since", target: "startedAt" as const };
    expect(mappingProblems([id, since], profiles).get("since")).toMatch(/date order/);
    expect(mappingProblems([id, { ...since, dateOrder: "DMY" }], profiles).size).toBe(0);
    expect(mappingProblems([id, { column: "since", target: "skip" }], profiles).size).toBe(0);
  });
});
