// node packages/churn-model/build/write-golden-models.ts: writes golden/ anew after ENGINE_VERSION was raised.
import {
  goldenModels,
  makeGolden,
  makeGoldenRules,
  writeGolden,
  type GoldenKind,
} from "../src/testing/golden-models.ts";

for (const kind of Object.keys(goldenModels) as GoldenKind[]) writeGolden(kind, await makeGolden(kind));
writeGolden("rules", makeGoldenRules());
