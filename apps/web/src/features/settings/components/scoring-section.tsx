import { previewScoringBody } from "@forestay/contracts/schemas";
import {
  isSameChurnRule,
  RiskLevel as Level,
  riskLevelLabel,
  settingsEndpoints,
} from "@forestay/contracts/wire";
import type { EndpointResponse, RiskLevelValue } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChurnRuleFields, checkDraft, draftOf } from "@/components/churn-rule/churn-rule-fields.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCount } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

type Scoring = EndpointResponse<typeof settingsEndpoints.getScoring>;
type Bands = Scoring["riskBands"];

const bandFields: readonly { key: keyof Bands; level: RiskLevelValue }[] = [
  { key: "medium", level: Level.Medium },
  { key: "high", level: Level.High },
  { key: "critical", level: Level.Critical },
];

/** Horizon, what counts as having left, and where each level starts, with how many customers that would be. */
export function ScoringSection({ scoring }: { scoring: Scoring }) {
  const mayWrite = usePolicy("settings:write");
  const [horizon, setHorizon] = useState(String(scoring.horizonDays));
  const storedRule = { definition: scoring.churnDefinition, inactiveDays: scoring.inactiveDays };
  const [churn, setChurn] = useState(() => draftOf(storedRule));
  const rule = checkDraft(churn, storedRule);
  const [custom, setCustom] = useState(scoring.bandsAreCustom);
  const [bands, setBands] = useState<Record<keyof Bands, string>>({
    medium: String(scoring.riskBands.medium),
    high: String(scoring.riskBands.high),
    critical: String(scoring.riskBands.critical),
  });
  const [share, setShare] = useState(
    scoring.trueLeavingShare === null ? "" : String(Number((100 * scoring.trueLeavingShare).toPrecision(6))),
  );
  const trueLeavingShare = readShare(share);
  const save = useSetting(settingsEndpoints.updateScoring);
  const numbers = {
    medium: Number(bands.medium),
    high: Number(bands.high),
    critical: Number(bands.critical),
  };
  const checked = previewScoringBody.safeParse({ riskBands: numbers });
  const preview = useQuery({
    ...settingsQueries.bandPreview(checked.success ? checked.data.riskBands : scoring.riskBands),
    enabled: checked.success,
  });

  function submit() {
    if (!checked.success || !("rule" in rule) || trueLeavingShare === undefined) return;
    const { definition, inactiveDays } = rule.rule;
    const isOther = !isSameChurnRule(rule.rule, storedRule) || trueLeavingShare !== scoring.trueLeavingShare;
    save.mutate(
      {
        body: {
          horizonDays: Number(horizon),
          churnDefinition: definition,
          inactiveDays,
          trueLeavingShare,
          bandsAreCustom: custom,
          riskBands: checked.data.riskBands,
        },
      },
      saved(
        "Scoring saved",
        isOther ? "Where customers were scored before, a model for this is trained now." : undefined,
      ),
    );
  }

  return (
    <SettingForm
      title="Scoring"
      description={
        mayWrite
          ? "The horizon counts from the next analysis. What counts as having left, and the share that leaves, train a new model at once; levels count at once."
          : "Staff and Owners can change this."
      }
      pending={save.isPending}
      disabled={!mayWrite || !checked.success || !("rule" in rule) || trueLeavingShare === undefined}
      onSubmit={submit}
    >
      <Field
        label="Horizon in days"
        help="A score is the chance of leaving within this time."
        error={fieldProblem(save.error, "horizonDays")}
      >
        {(control) => (
          <Input
            {...control}
            disabled={!mayWrite}
            inputMode="numeric"
            className="w-28"
            value={horizon}
            onChange={(event) => setHorizon(event.target.value)}
          />
        )}
      </Field>
      <ChurnRuleFields
        draft={churn}
        stored={storedRule}
        onChange={setChurn}
        disabled={!mayWrite}
        problem={"problem" in rule ? rule.problem : fieldProblem(save.error, "inactiveDays")}
      />
      <Field
        label="Share of customers that really leaves in the horizon, percent"
        help="Only if your file is not a fair sample, for example half of it leavers. Empty: the file's own share is taken for true. Dated history knows its own."
        error={
          trueLeavingShare === undefined
            ? "A percentage between 0.1 and 99, or nothing."
            : fieldProblem(save.error, "trueLeavingShare")
        }
      >
        {(control) => (
          <Input
            {...control}
            disabled={!mayWrite}
            inputMode="decimal"
            className="w-28"
            value={share}
            onChange={(event) => setShare(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label="Set the levels by hand"
        help="Otherwise they follow your average customer: Medium above it, High at 2.5 and Critical at 6 times its odds."
        checked={custom}
        disabled={!mayWrite}
        onChange={setCustom}
      />
      <table className="w-full max-w-110 border-collapse text-left text-ui">
        <caption className="sr-only">Where each level starts</caption>
        <thead>
          <tr className="text-small text-ink-3">
            <th scope="col" className="py-1 font-label">
              Level
            </th>
            <th scope="col" className="py-1 font-label">
              From score
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Customers now
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-t border-line">
            <td className="py-1.5">
              <RiskLevel level={Level.Low} />
            </td>
            <td className="py-1.5 pl-3 tabular">0</td>
            <td className="py-1.5 text-right tabular">{levelCount(preview.data, 0)}</td>
          </tr>
          {bandFields.map(({ key, level }) => (
            <tr key={key} className="border-t border-line">
              <td className="py-1.5">
                <RiskLevel level={level} />
              </td>
              <td className="py-1.5">
                <Input
                  aria-label={`Lowest score of ${riskLevelLabel(level)}`}
                  inputMode="numeric"
                  disabled={!mayWrite || !custom}
                  className="h-7.5 w-20"
                  value={bands[key]}
                  onChange={(event) => setBands({ ...bands, [key]: event.target.value })}
                />
              </td>
              <td className="py-1.5 text-right tabular">{levelCount(preview.data, level)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {checked.success ? null : (
        <p role="alert" className="m-0 text-note text-danger-text">
          Each level must start above the one before, between 1 and 99.
        </p>
      )}
    </SettingForm>
  );
}

/** The share of a percentage as typed, 0-1; null where nothing is, undefined where it is none. */
function readShare(text: string): number | null | undefined {
  const typed = text.trim().replace(/%$/, "").replace(",", ".");
  if (typed === "") return null;
  const percent = Number(typed);
  return percent >= 0.1 && percent <= 99 ? percent / 100 : undefined;
}

function levelCount(
  preview: EndpointResponse<typeof settingsEndpoints.previewScoring> | undefined,
  level: number,
): string {
  const found = preview?.levels.find((one) => one.level === level);
  return found === undefined ? "–" : formatCount(found.customers);
}
