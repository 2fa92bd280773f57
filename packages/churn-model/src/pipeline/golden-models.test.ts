import { describe, expect, test } from "vitest";

import { ruleDocumentFromJSON } from "../rules/rule-document.ts";
import {
  goldenModels,
  goldenText,
  makeGolden,
  makeGoldenRules,
  readGolden,
  readGoldenRules,
  readGoldenText,
  saidBy,
  type GoldenKind,
} from "../testing/golden-models.ts";
import { createRandom } from "../random.ts";
import { parseModelDocument } from "../document/document.ts";
import { ENGINE_VERSION } from "./train-churn-model.ts";

const kinds = Object.keys(goldenModels) as GoldenKind[];
const RAISE = "raise ENGINE_VERSION, then run packages/churn-model/build/write-golden-models.ts";

describe.each(kinds)("the golden %s model", (kind) => {
  test("is read, and gives the very probabilities and attributions it gave", () => {
    const golden = readGolden(kind);
    const parsed = parseModelDocument(golden.document);
    if (parsed.kind === "refused") throw new Error(parsed.message);
    const { probabilities, explanations } = saidBy(parsed.document, golden.table);
    expect(probabilities, RAISE).toEqual(golden.probabilities);
    expect(explanations, RAISE).toEqual(golden.explanations);
    expect(new Set(probabilities).size, "customers differ").toBeGreaterThan(3);
  });

  test("comes out of the same training to the last bit, or the engine has another version", async () => {
    expect(readGolden(kind).engineVersion, RAISE).toBe(ENGINE_VERSION);
    expect(goldenText(await makeGolden(kind)) === readGoldenText(kind), RAISE).toBe(true);
  });
});

test("the golden rules give the very scores they gave", () => {
  const golden = readGoldenRules();
  expect(golden.engineVersion, RAISE).toBe(ENGINE_VERSION);
  const document = ruleDocumentFromJSON(golden.document);
  expect(makeGoldenRules(document), RAISE).toEqual(golden);
  expect(makeGoldenRules(), RAISE).toEqual(golden);
});

describe("a stored model is refused", () => {
  const text = JSON.stringify(readGolden("regression").document);

  test("of another version", () => {
    for (const version of [0, 2, "1", null])
      expect(parseModelDocument({ ...readGolden("regression").document, version })).toMatchObject({
        kind: "refused",
        reason: "other_version",
      });
  });

  /** A blank more, or a last digit that makes the same number. */
  const saysTheSame = (changed: string): boolean => {
    try {
      return JSON.stringify(JSON.parse(changed)) === text;
    } catch {
      return false;
    }
  };

  test("whichever of its characters was changed, unless it says the same", () => {
    const random = createRandom(9);
    const head = Array.from({ length: 100 }, (_, position) => position);
    const anywhere = Array.from({ length: 150 }, () => random.int(text.length));
    const tail = Array.from({ length: 100 }, (_, i) => text.length - 1 - i);
    for (const position of [...head, ...anywhere, ...tail]) {
      const other = text[position] === "7" ? "3" : "7";
      const changed = text.slice(0, position) + other + text.slice(position + 1);
      const where = `position ${position}, "${text.slice(position - 20, position + 20)}"`;
      expect(parseModelDocument(changed).kind, where).toBe(saysTheSame(changed) ? "ok" : "refused");
    }
  });

  test("with a field added, left out or cut short", () => {
    const { document } = readGolden("regression");
    const changed: unknown[] = [
      { ...document, note: "hello" },
      { ...document, card: { ...document.card, seed: undefined } },
      { ...document, model: { ...document.model, extra: 1 } },
      { ...document, checksum: "" },
      text.slice(0, -1),
      text.slice(0, text.length / 2),
    ];
    for (const stored of changed) expect(parseModelDocument(stored).kind).toBe("refused");
  });
});
