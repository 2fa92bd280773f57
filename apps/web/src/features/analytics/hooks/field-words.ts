import type { Completeness } from "@forestay/contracts/wire";

type Adds = Completeness["fields"][number]["adds"];

/** Ranking this far from guessing is worth the words "alone it ranks at". */
const TELLS_ALONE = 0.55;

/** What a field adds to the accuracy of the model in use, in a few words and in a sentence's part. */
export function addsWords({ verdict, auc, alone }: Adds): { short: string; detail: string | null } {
  const points = auc === null ? "" : `${auc.value >= 0 ? "+" : "−"}${Math.abs(auc.value).toFixed(3)}`;
  const within =
    auc === null || auc.lower === null || auc.upper === null
      ? null
      : `${signed(auc.lower)} to ${signed(auc.upper)}`;
  switch (verdict) {
    case "adds":
      return { short: points, detail: within };
    case "disturbs":
      return { short: points, detail: `${within ?? ""}; the model ranks better without it` };
    case "nothing":
      return {
        short: "Nothing measurable",
        detail:
          alone !== null && alone > TELLS_ALONE ? `others say it too; alone AUC ${alone.toFixed(2)}` : within,
      };
    case "unused":
      return { short: "Not used", detail: null };
    case "unmeasured":
      return { short: "Not measured yet", detail: null };
  }
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
