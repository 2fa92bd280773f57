import type { Campaign, CampaignStep, CampaignStepKind, CriterionField } from "@forestay/contracts/wire";
import { ArrowDown, ArrowUp, Clock, GitBranch, Mail, MessageSquare, Phone, Webhook, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { cn } from "@/lib/style/cn.ts";
import { stepWords } from "../campaign-words.ts";
import type { KeptConditions } from "./conditions.tsx";
import { StepEditor } from "./step-editor.tsx";

export const stepIcons: Record<CampaignStepKind, LucideIcon> = {
  email: Mail,
  wait: Clock,
  task: Phone,
  webhook: Webhook,
  slack: MessageSquare,
  branch: GitBranch,
};
const kindWords: Record<CampaignStepKind, string> = {
  email: "E-mail",
  wait: "Wait",
  task: "Task for the owner",
  webhook: "Webhook",
  slack: "Slack message",
  branch: "Condition",
};

const addWords: Record<CampaignStepKind, string> = {
  email: "e-mail",
  wait: "wait",
  task: "task for the owner",
  webhook: "webhook",
  slack: "Slack message",
  branch: "condition",
};

interface StepsPartProps {
  steps: readonly CampaignStep[];
  fields: readonly CriterionField[];
  currency: string;
  /** The campaign as it is kept; none of a new one. */
  kept: Campaign | undefined;
  most: number;
  /** Whether a chat is connected: without one there is no step that posts to it. */
  hasChat: boolean;
  onChange: (steps: CampaignStep[]) => void;
}

/** The steps in their order on a spine; the one that is open is edited below its name. */
export function StepsPart({ steps, fields, currency, kept, most, hasChat, onChange }: StepsPartProps) {
  const [opened, setOpened] = useState<string | null>(steps.find(({ kind }) => kind === "email")?.id ?? null);
  function add(kind: CampaignStepKind) {
    const step = newStep(kind, steps);
    onChange([...steps, step]);
    setOpened(step.id);
  }
  const move = (index: number, by: number) => {
    const step = steps[index];
    const other = steps[index + by];
    if (step !== undefined && other !== undefined) onChange(steps.with(index, other).with(index + by, step));
  };
  return (
    <div className="flex flex-col gap-3">
      {steps.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">Nothing is done yet. Add an e-mail, a task or a webhook.</p>
      ) : null}
      <ol aria-label="Steps" className="m-0 flex list-none flex-col gap-2 p-0">
        {steps.map((step, index) => {
          const Icon = stepIcons[step.kind];
          const isOpen = step.id === opened;
          return (
            <li
              key={step.id}
              className={cn(
                "rounded-control border bg-sheet",
                isOpen ? "border-brand" : "border-line",
                step.kind === "wait" && "ml-6 border-dashed",
              )}
            >
              <div className="flex items-center gap-3 px-3 py-2">
                <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? null : step.id)}
                  className="min-w-0 flex-1 cursor-pointer border-0 bg-transparent p-0 text-left font-[inherit]"
                >
                  <span className="block text-ui font-emphasis break-words text-ink">
                    {kindWords[step.kind]}: {step.name}
                  </span>
                  <span className="block truncate text-note text-ink-2">{stepWords(step)}</span>
                </button>
                <IconButton
                  label={`Move ${step.name} up`}
                  size="sm"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Move ${step.name} down`}
                  size="sm"
                  disabled={index === steps.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton
                  label={`Remove ${step.name}`}
                  size="sm"
                  onClick={() => onChange(steps.filter(({ id }) => id !== step.id))}
                >
                  <X />
                </IconButton>
              </div>
              {isOpen ? (
                <div className="border-t border-line px-3 py-4">
                  <StepEditor
                    step={step}
                    fields={fields}
                    currency={currency}
                    kept={keptOf(kept, step.id)}
                    onChange={(next) => onChange(steps.map((one) => (one.id === step.id ? next : one)))}
                  />
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(kindWords) as CampaignStepKind[])
          .filter((kind) => kind !== "slack" || hasChat)
          .map((kind) => {
            const Icon = stepIcons[kind];
            return (
              <Button
                key={kind}
                size="sm"
                icon={<Icon />}
                disabled={steps.length >= most}
                onClick={() => add(kind)}
              >
                Add {addWords[kind]}
              </Button>
            );
          })}
      </div>
    </div>
  );
}

function newStep(kind: CampaignStepKind, steps: readonly CampaignStep[]): CampaignStep {
  let number = 1;
  while (steps.some(({ id }) => id === `${kind}${number}`)) number++;
  const id = `${kind}${number}`;
  if (kind === "email")
    return {
      id,
      kind,
      name: `Message ${number}`,
      content: {
        subject: "",
        preheader: "",
        senderName: "",
        blocks: [{ kind: "text", text: "Hi {{customer.firstName|there}}," }],
      },
      variantB: null,
    };
  if (kind === "wait") return { id, kind, name: "Wait", hours: 72, untilEvent: null };
  if (kind === "task") return { id, kind, name: "Call the customer", dueInDays: 3 };
  if (kind === "webhook") return { id, kind, name: "Tell our product" };
  if (kind === "slack") return { id, kind, name: "Have a look", channel: { id: "", name: "" }, text: "" };
  return { id, kind, name: "Still at risk?", criteria: [], ifMet: "continue", otherwise: "stop" };
}

/** The condition of a branch as it is kept, wherever the step stood then. */
function keptOf(campaign: Campaign | undefined, stepId: string): KeptConditions | undefined {
  const place = campaign?.input.steps.findIndex(({ id }) => id === stepId) ?? -1;
  const step = campaign?.input.steps[place];
  if (campaign === undefined || step?.kind !== "branch") return undefined;
  const { brokenLines } = campaign;
  return { conditions: step.criteria, brokenLines, root: `steps.${place}.criteria` };
}
