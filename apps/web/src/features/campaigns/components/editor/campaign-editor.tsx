import { campaignInput } from "@forestay/contracts/schemas";
import type { Campaign, CampaignInput, CriterionField } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { ApiError } from "@/lib/api/index.ts";
import { campaignQueries, useSaveCampaign, useStartCampaign } from "../../api/campaign-queries.ts";
import { StatusTag } from "../campaign-tags.tsx";
import { AudiencePart } from "./audience-part.tsx";
import { ChecksPart } from "./checks-part.tsx";
import { CostsPart } from "./costs-part.tsx";
import { HoldoutPart } from "./holdout-part.tsx";
import { NumberField } from "./number-field.tsx";
import { StartPart } from "./start-part.tsx";
import type { StartsOn } from "./start-part.tsx";
import { StepsPart } from "./steps-part.tsx";
import { TestPart } from "./test-part.tsx";
import { TriggerPart } from "./trigger-part.tsx";

interface CampaignEditorProps {
  /** The campaign that is changed; none: a new one. */
  campaign: Campaign | undefined;
  start: CampaignInput;
  fields: readonly CriterionField[];
  currency: string;
  mostSteps: number;
}

const settleMs = 400;

/** A campaign's goal, audience, steps and holdout; beside them what stops its start, and a test. */
export function CampaignEditor({ campaign, start, fields, currency, mostSteps }: CampaignEditorProps) {
  const navigate = useNavigate();
  const [base, setBase] = useState(campaign);
  const [input, setInput] = useState(start);
  const [isChanged, setChanged] = useState(false);
  const save = useSaveCampaign(base);
  const launch = useStartCampaign();
  const asked = useDebounced(
    JSON.stringify({ ...input, name: input.name.trim() === "" ? "Untitled" : input.name }),
    settleMs,
  );
  const askedInput = JSON.parse(asked) as CampaignInput;
  // What the server would refuse is said at its place, and not asked.
  const isWhole = campaignInput.safeParse(askedInput).success;
  const preview = useQuery({ ...campaignQueries.preview(askedInput), enabled: isWhole });
  const [startsOn, setStartsOn] = useState<StartsOn | null>(null);
  const [startedId, setStartedId] = useState<string>();
  useUnsaved(isChanged && startedId === undefined);
  useEffect(() => {
    if (startedId !== undefined) void navigate(`/app/campaigns/${startedId}`);
  }, [startedId, navigate]);

  const change = (part: Partial<CampaignInput>) => {
    setInput((before) => ({ ...before, ...part }));
    setChanged(true);
    if (save.isError) save.reset();
    if (launch.isError) launch.reset();
  };
  const isDraft = base === undefined || base.status === "Draft";
  const stops = preview.data?.checks.filter(({ state }) => state === "stops").length ?? 0;
  const startProblem = launch.error instanceof ApiError ? launch.error.fields?.startsOn : undefined;
  const refused = save.error ?? (startProblem === undefined ? launch.error : null);

  function keep(after?: (saved: Campaign) => void) {
    if (save.isPending) return;
    save.mutate(input, {
      onSuccess: (saved) => {
        setBase(saved);
        setChanged(false);
        if (after === undefined) toast.success(`“${saved.name}” is saved`);
        else after(saved);
      },
    });
  }
  const begin = () =>
    keep((saved) =>
      launch.mutate(
        { id: saved.id, expectedCount: preview.data?.entersAtStart ?? 0, startsOn },
        { onSuccess: () => setStartedId(saved.id) },
      ),
    );

  return (
    <>
      <PageHeader
        title={input.name.trim() === "" ? "New campaign" : input.name}
        tag={<StatusTag status={base?.status ?? "Draft"} />}
        subtitle={
          base === undefined
            ? "Not saved yet"
            : isChanged
              ? "Changed since it was saved"
              : `Version ${base.version}, saved`
        }
        breadcrumb={[
          { label: "Campaigns", to: "/app/campaigns" },
          { label: base === undefined ? "New campaign" : base.name },
        ]}
        actions={
          <>
            <ButtonLink
              variant="ghost"
              to={base === undefined || isDraft ? "/app/campaigns" : `/app/campaigns/${base.id}`}
            >
              Close
            </ButtonLink>
            <Button
              variant={isDraft ? "secondary" : "primary"}
              pending={save.isPending && !launch.isPending}
              pendingLabel="Saving..."
              onClick={() => keep()}
            >
              {isDraft ? "Save draft" : "Publish changes"}
            </Button>
            {isDraft ? (
              <Button
                variant="primary"
                disabled={
                  preview.data === undefined ||
                  preview.isPlaceholderData ||
                  !isWhole ||
                  stops > 0 ||
                  startsOn?.day === "" ||
                  startsOn?.time === "" ||
                  input.name.trim() === ""
                }
                pending={launch.isPending}
                pendingLabel={startsOn === null ? "Starting..." : "Planning..."}
                onClick={begin}
              >
                {startsOn === null ? "Start campaign" : "Plan the start"}
              </Button>
            ) : null}
          </>
        }
      />
      <Sheet>
        <SheetRow columns="minmax(0,1fr) 352px">
          <div className="min-w-0 divide-y divide-line">
            {refused === null ? null : (
              <div className="px-4 py-4 md:px-5">
                <FormProblem problem={problemWords(refused)} />
              </div>
            )}
            <Part number={1} title="Goal and trigger" subtitle="Kept means still a customer; what starts it">
              <div className="grid gap-4 room:grid-cols-2">
                <Field label="Name">
                  {(control) => (
                    <Input
                      {...control}
                      value={input.name}
                      maxLength={100}
                      onChange={(event) => change({ name: event.target.value })}
                    />
                  )}
                </Field>
                <NumberField
                  label="Measured after"
                  help="Days from entering. This decides the verdict, not opens or clicks."
                  value={input.measuredDays}
                  disabled={!isDraft}
                  onChange={(measuredDays) => change({ measuredDays })}
                />
              </div>
              <Field label="What for" hint="optional">
                {(control) => (
                  <TextArea
                    {...control}
                    rows={2}
                    value={input.description}
                    maxLength={500}
                    onChange={(event) => change({ description: event.target.value })}
                  />
                )}
              </Field>
              <TriggerPart input={input} fields={fields} isFixed={!isDraft} onChange={change} />
            </Part>
            <Part number={2} title="Audience" subtitle={audienceWords(preview.data)}>
              <AudiencePart
                input={input}
                kept={base}
                fields={fields}
                currency={currency}
                preview={preview.data}
                onChange={change}
              />
            </Part>
            <Part
              number={3}
              title="Steps"
              subtitle={
                isDraft
                  ? "In this order, each customer at their own time"
                  : "Whoever is in the middle of it goes on with the version they entered by"
              }
            >
              <StepsPart
                steps={input.steps}
                kept={base}
                fields={fields}
                currency={currency}
                most={mostSteps}
                hasChat={preview.data?.hasChat === true}
                onChange={(steps) => change({ steps })}
              />
            </Part>
            <Part
              number={4}
              title="Holdout"
              subtitle="Customers drawn at random who get nothing, so that you can tell what the campaign changed"
            >
              <HoldoutPart
                input={input}
                preview={preview.data}
                isFixed={!isDraft}
                onChange={(holdoutShare) => change({ holdoutShare })}
              />
            </Part>
            <Part number={5} title="Costs" subtitle="Taken off the revenue it keeps, for its net value">
              <CostsPart costs={input.costs} currency={currency} onChange={(costs) => change({ costs })} />
            </Part>
          </div>
          <aside aria-label="Before the start" className="min-w-0 divide-y divide-line">
            <ChecksPart query={preview} isWhole={isWhole} />
            {isDraft ? (
              <StartPart
                startsOn={startsOn}
                error={startProblem}
                onChange={(next) => {
                  setStartsOn(next);
                  if (launch.isError) launch.reset();
                }}
              />
            ) : null}
            <TestPart steps={input.steps} />
          </aside>
        </SheetRow>
      </Sheet>
    </>
  );
}

function audienceWords(preview: { entersAtStart: number; perWeek: number | null } | undefined): string {
  if (preview === undefined) return "Being counted";
  const later =
    preview.perWeek === null || preview.perWeek === 0
      ? ""
      : `, about ${Math.round(preview.perWeek)} more each week`;
  return `${preview.entersAtStart.toLocaleString("en-US")} enter at the start${later}`;
}

const problemWords = (error: Error): string =>
  error instanceof ApiError && error.fields !== undefined
    ? Object.entries(error.fields)
        .map(([field, message]) => `${field}: ${message}`)
        .join(" ")
    : error.message;

function Part({
  number,
  title,
  subtitle,
  children,
}: {
  number: number;
  title: string;
  subtitle: string;
  children: ReactNode;
}) {
  return (
    <section className="flex gap-4 px-4 py-5 md:px-5">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-tint text-note font-strong text-brand-text max-md:hidden"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <div>
          <h2 className="m-0 text-body font-strong text-ink">{title}</h2>
          <p className="m-0 text-note text-ink-2">{subtitle}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
