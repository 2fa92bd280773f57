import type { Analysis, ContactPlan } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, Download } from "lucide-react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Cell, FactStrip, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Slider } from "@/components/ui/slider.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatMoney, formatShare } from "@/lib/format/index.ts";
import { planQueries, usePlanExport } from "../api/plan-queries.ts";
import { MOST_CONTACTS, usePlanChoice } from "../hooks/plan-choice.ts";
import type { Choice } from "../hooks/plan-choice.ts";
import { fewCustomers, isBeyondChance, planTitle, withInterval } from "../hooks/plan-words.ts";
import { PlanCurve } from "./plan-curve.tsx";
import { PlanList } from "./plan-list.tsx";

/** "We can contact N": whom, what is at stake among them, and what contacting keeps if the assumption holds. */
export function PlanTab({ analysis }: { analysis: Analysis }) {
  const { choice, settled, change } = usePlanChoice(analysis.customersAnalyzed);
  const plan = useQuery(
    planQueries.plan(analysis.id, {
      contacts: settled.contacts,
      orderBy: settled.orderBy,
      saveRate: settled.keepPercent / 100,
    }),
  );
  return (
    <>
      <SheetRow columns="362px minmax(0,1fr)">
        <Controls
          analysis={analysis}
          choice={choice}
          measured={plan.data?.measuredSaves ?? null}
          onChange={change}
        />
        <div>
          <QueryView
            query={plan}
            loading="Working out the plan"
            failed="The plan did not load"
            skeleton={<Skeleton className="m-5 h-72" />}
          >
            {(data) => <Outcome analysis={analysis} plan={data} />}
          </QueryView>
        </div>
      </SheetRow>
      {plan.data === undefined ? null : (
        <PlanList plan={plan.data} action={<ExportButton id={analysis.id} choice={choice} />} />
      )}
    </>
  );
}

function Outcome({ analysis, plan }: { analysis: Analysis; plan: ContactPlan }) {
  const money = (amount: number) => formatMoney(amount, plan.currency);
  const saves = plan.expectedSaves;
  const measured = plan.measuredSaves;
  return (
    <>
      <Cell
        title={planTitle(plan)}
        subtitle={
          analysis.isUndated
            ? "Leaving at some time, by these scores: learned from how customers stand now"
            : `Leaving within ${analysis.horizonDays} days, by these scores`
        }
      >
        {analysis.source === "rules" ? (
          <p className="m-0 flex gap-2 text-ui text-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-risk-med-text" />
            These scores come from rules and were never measured: rely on the order, not on the sums.
          </p>
        ) : null}
        <PlanCurve plan={plan} />
      </Cell>
      <div aria-live="polite" className="border-t border-line">
        <FactStrip
          facts={[
            {
              label: "Leavers among them",
              value: (
                <Figure value={fewCustomers(plan.expectedLeavers)}>
                  {formatShare(plan.shareOfLeavers)} of all expected
                </Figure>
              ),
            },
            {
              label: "Money they would take along",
              value: (
                <Figure value={money(plan.valueAtRisk)}>
                  {formatShare(plan.shareOfValueAtRisk)} of all at risk
                </Figure>
              ),
            },
            {
              label: "Expected to stay by contact",
              value: <Figure value={fewCustomers(saves?.customers ?? 0)}>if the assumption holds</Figure>,
            },
            {
              label: "Money kept by it",
              value: <Figure value={money(saves?.value ?? 0)}>a year, before what contacting costs</Figure>,
            },
            ...(measured === null
              ? []
              : [
                  {
                    label: "By measured effects",
                    value: (
                      <Figure value={withInterval(measured.customers, fewCustomers)}>
                        of {fewCustomers(measured.expectedLeavers)} leavers among the{" "}
                        {formatCounted(measured.contacts, "customer")} whose step was measured;{" "}
                        {withInterval(measured.value, money)} a year
                      </Figure>
                    ),
                  },
                ]),
          ]}
        />
      </div>
    </>
  );
}

function Figure({ value, children }: { value: string; children: React.ReactNode }) {
  return (
    <span className="flex flex-col">
      <span className="text-lead tabular">{value}</span>
      <span className="text-note font-regular text-ink-2">{children}</span>
    </span>
  );
}

function Controls({
  analysis,
  choice,
  measured,
  onChange,
}: {
  analysis: Analysis;
  choice: Choice;
  measured: ContactPlan["measuredSaves"];
  onChange: (patch: Partial<Choice>) => void;
}) {
  const most = Math.min(analysis.customersAnalyzed, MOST_CONTACTS);
  return (
    <Cell title="We can contact">
      <div className="flex flex-col gap-6">
        <Slider
          label="Customers to contact"
          value={choice.contacts}
          min={1}
          max={most}
          valueText={formatCounted(choice.contacts, "customer")}
          onChange={(contacts) => onChange({ contacts: Math.round(contacts) })}
        />
        <div className="flex flex-col items-start gap-2">
          <span className="text-ui font-emphasis text-ink">Whom first</span>
          <SegmentedControl
            label="Whom first"
            value={choice.orderBy}
            onChange={(orderBy) => onChange({ orderBy })}
            options={[
              { value: "valueAtRisk", label: "Most money at risk" },
              { value: "churnRiskScore", label: "Highest chance" },
            ]}
          />
        </div>
        <div className="flex flex-col gap-2">
          <Slider
            label="Leavers kept by contact, %"
            value={choice.keepPercent}
            min={0}
            max={100}
            valueText={`${choice.keepPercent} percent`}
            onChange={(keepPercent) => onChange({ keepPercent: Math.round(keepPercent) })}
          />
          <p className="m-0 text-note text-ink-2">
            Your assumption, not a measurement: of the customers who would leave, this share stays because you
            contacted them.
            {measured === null
              ? " None of the next steps of these customers has been measured yet: mark them as done on a customer's page."
              : ""}
          </p>
          {measured === null ? null : <Measured measured={measured} choice={choice} onChange={onChange} />}
        </div>
      </div>
    </Cell>
  );
}

/** What marked steps have shown, beside the guess: never in its place without being asked. */
function Measured({
  measured,
  choice,
  onChange,
}: {
  measured: NonNullable<ContactPlan["measuredSaves"]>;
  choice: Choice;
  onChange: (patch: Partial<Choice>) => void;
}) {
  const { keepShare, steps } = measured;
  const percent = Math.max(0, Math.round(100 * keepShare.value));
  return (
    <div className="border-t border-line pt-3">
      <p className="m-0 text-ui font-emphasis text-ink">
        {isBeyondChance(keepShare)
          ? `Measured: ${withInterval(keepShare, formatShare)}`
          : `Measured: no difference so far, ${withInterval(keepShare, formatShare)}`}
      </p>
      <p className="m-0 text-note text-ink-2">
        From customers with whom {steps.map(({ title }) => `“${title}”`).join(", ")} was marked as done,
        against similar ones without; the first step of {formatCounted(measured.contacts, "customer")} of this
        plan. 95% interval; an association, not a proof.
      </p>
      {percent === choice.keepPercent ? null : (
        <Button size="sm" className="mt-2" onClick={() => onChange({ keepPercent: percent })}>
          Use {percent}%
        </Button>
      )}
    </div>
  );
}

function ExportButton({ id, choice }: { id: string; choice: Choice }) {
  const exporting = usePlanExport(id);
  return (
    <Button
      size="sm"
      icon={<Download />}
      pending={exporting.isPending}
      onClick={() =>
        exporting.mutate(
          { contacts: choice.contacts, orderBy: choice.orderBy },
          { onError: (error) => toast.error("The export could not start", error.message) },
        )
      }
    >
      Export these {formatCounted(choice.contacts, "customer")}
    </Button>
  );
}
