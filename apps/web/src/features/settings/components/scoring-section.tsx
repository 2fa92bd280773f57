import { scoringSettingsSchema, wholeDaysSchema } from "@forestay/contracts/schemas";
import { isSameChurnRule, settingsEndpoints } from "@forestay/contracts/wire";
import type { ChurnRule, EndpointBody, EndpointResponse } from "@forestay/contracts/wire";
import { z } from "zod";
import { ChurnRuleFields } from "@/components/churn-rule/churn-rule-fields.tsx";
import { useFormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { typedNumber } from "@/components/form/typed-values.ts";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { RiskBandsField, typedBands } from "./risk-bands-field.tsx";
import { SettingForm } from "./setting-form.tsx";

type Scoring = EndpointResponse<typeof settingsEndpoints.getScoring>;
type ScoringBody = EndpointBody<typeof settingsEndpoints.updateScoring>;

const scoringForm = scoringSettingsSchema.extend({
  horizonDays: typedNumber(wholeDaysSchema),
  inactiveDays: typedNumber(wholeDaysSchema),
  trueLeavingShare: z.string().transform((typed, context) => {
    const share = readShare(typed);
    if (share === undefined)
      context.addIssue({ code: "custom", message: "A percentage between 0.1 and 99, or nothing." });
    return share ?? null;
  }),
  riskBands: typedBands,
});

/** Horizon, what counts as having left, and where each level starts, with how many customers that would be. */
export function ScoringSection({ scoring }: { scoring: Scoring }) {
  const mayWrite = usePolicy("settings:write");
  const mayManage = usePolicy("company:manage");
  const save = useSetting(settingsEndpoints.updateScoring);
  const stored = ruleOf(scoring);
  const form = useServerForm({
    schema: scoringForm,
    defaultValues: asTyped(scoring),
    send: (body) => save.mutateAsync({ body }),
    onSent: (_answer, body) => {
      const trainsAnew =
        !isSameChurnRule(ruleOf(body), stored) || body.trueLeavingShare !== scoring.trueLeavingShare;
      toast.success(
        "Scoring saved",
        trainsAnew ? "Where customers were scored before, a model for this is trained now." : undefined,
      );
    },
  });

  return (
    <SettingForm
      form={form}
      title="Scoring"
      description={
        mayManage
          ? "The horizon counts from the next analysis. What counts as having left, and the share that leaves, train a new model at once; levels count at once."
          : mayWrite
            ? "The horizon counts from the next analysis, levels at once. Only an Owner decides what counts as having left."
            : "Staff and Owners can change this."
      }
      disabled={!mayWrite}
    >
      <TextField
        form={form}
        name="horizonDays"
        label="Horizon in days"
        help="A score is the chance of leaving within this time."
        disabled={!mayWrite}
        inputMode="numeric"
        boxClassName="w-28"
      />
      <ChurnRuleFields
        form={form}
        names={{ definition: "churnDefinition", days: "inactiveDays" }}
        stored={stored}
        disabled={!mayManage}
      />
      <TextField
        form={form}
        name="trueLeavingShare"
        label="Share of customers that really leaves in the horizon, percent"
        help="Only if your file is not a fair sample, for example half of it leavers. Empty: the file's own share is taken for true. A history with dates does not need it."
        disabled={!mayWrite}
        inputMode="decimal"
        boxClassName="w-28"
      />
      <LevelFields form={form} stored={scoring.riskBands} disabled={!mayWrite} />
    </SettingForm>
  );
}

interface LevelFieldsProps {
  form: ServerForm<z.input<typeof scoringForm>>;
  stored: Scoring["riskBands"];
  disabled: boolean;
}

function LevelFields({ form, stored, disabled }: LevelFieldsProps) {
  const custom = useFormField(form, "bandsAreCustom");
  const { value, onChange, ref, error } = useFormField(form, "riskBands");
  return (
    <>
      <Checkbox
        label="Set the levels by hand"
        help="Otherwise they follow your average customer: Medium above it, High at 2.5 and Critical at 6 times its odds."
        checked={custom.value}
        disabled={disabled}
        onChange={custom.onChange}
      />
      <RiskBandsField
        value={value}
        onChange={onChange}
        ref={ref}
        error={error}
        stored={stored}
        disabled={disabled || !custom.value}
      />
    </>
  );
}

const ruleOf = (settings: Pick<ScoringBody, "churnDefinition" | "inactiveDays">): ChurnRule => ({
  definition: settings.churnDefinition,
  inactiveDays: settings.inactiveDays,
});

function asTyped({ riskBands, trueLeavingShare, ...scoring }: Scoring): z.input<typeof scoringForm> {
  return {
    ...scoring,
    horizonDays: String(scoring.horizonDays),
    inactiveDays: String(scoring.inactiveDays),
    trueLeavingShare:
      trueLeavingShare === null ? "" : String(Number((100 * trueLeavingShare).toPrecision(6))),
    riskBands: {
      medium: String(riskBands.medium),
      high: String(riskBands.high),
      critical: String(riskBands.critical),
    },
  };
}

/** The share of a percentage as typed, 0-1; null where nothing is, undefined where it is none. */
function readShare(text: string): number | null | undefined {
  const typed = text.trim().replace(/%$/, "").replace(",", ".");
  if (typed === "") return null;
  const percent = Number(typed);
  return percent >= 0.1 && percent <= 99 ? percent / 100 : undefined;
}
