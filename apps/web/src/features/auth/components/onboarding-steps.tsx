import { newPasswordSchema } from "@forestay/contracts/schemas";
import { businessModels, companySizes } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointResponse, onboardingEndpoints } from "@forestay/contracts/wire";
import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { ChurnRuleFields, checkDraft, draftOf } from "@/components/churn-rule/churn-rule-fields.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { businessModelWords, currencies, timeZones } from "@/lib/format/company-words.ts";
import { viewerTimeZone } from "@/lib/format/index.ts";
import { fieldRefusal } from "./form-problem.tsx";

export type OnboardingState = EndpointResponse<typeof onboardingEndpoints.getOnboarding>;
type SaveBody = Omit<EndpointBody<typeof onboardingEndpoints.saveOnboarding>, "step" | "complete">;
/** `leadTo` is where the last step goes on. */
export type SaveStep = (body: SaveBody, leadTo?: string) => void;

interface StepProps {
  state: OnboardingState;
  pending: boolean;
  error: Error | null;
  onSave: SaveStep;
}

function StepForm({
  pending,
  onSubmit,
  onSkip,
  children,
}: {
  pending: boolean;
  onSubmit: () => void;
  onSkip?: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      {children}
      <div className="flex flex-wrap gap-2.5 pt-1">
        <Button type="submit" variant="primary" size="lg" pending={pending} pendingLabel="Saving...">
          Continue
        </Button>
        {onSkip === undefined ? null : (
          <Button size="lg" disabled={pending} onClick={onSkip}>
            Skip
          </Button>
        )}
      </div>
    </form>
  );
}

export function ProfileStep({ state, pending, error, onSave }: StepProps) {
  const [firstName, setFirstName] = useState(state.firstName);
  const [lastName, setLastName] = useState(state.lastName);
  const [password, setPassword] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});

  function submit() {
    const checked = newPasswordSchema.safeParse(password);
    const found: Record<string, string> = {};
    if (firstName.trim() === "") found.firstName = "Required";
    if (lastName.trim() === "") found.lastName = "Required";
    if (!checked.success && !(state.hasPassword && password === "")) {
      found.password = checked.error.issues[0]?.message ?? "Choose another password";
    }
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    onSave({ profile: { firstName, lastName, ...(password === "" ? {} : { password }) } });
  }

  return (
    <StepForm pending={pending} onSubmit={submit}>
      <Field label="First name" error={problems.firstName ?? fieldRefusal(error, "profile.firstName")}>
        {(control) => (
          <Input
            {...control}
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
            autoComplete="given-name"
            fieldSize="lg"
          />
        )}
      </Field>
      <Field label="Last name" error={problems.lastName ?? fieldRefusal(error, "profile.lastName")}>
        {(control) => (
          <Input
            {...control}
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
            autoComplete="family-name"
            fieldSize="lg"
          />
        )}
      </Field>
      <Field
        label="Password"
        help={state.hasPassword ? "You have one. Leave this empty to keep it." : "At least 10 characters."}
        error={problems.password ?? fieldRefusal(error, "profile.password")}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="new-password"
            fieldSize="lg"
          />
        )}
      </Field>
    </StepForm>
  );
}

export function CompanyStep({ state, pending, error, onSave }: StepProps) {
  const [name, setName] = useState(state.company.name ?? "");
  const [size, setSize] = useState(state.company.size);
  const [model, setModel] = useState(state.company.businessModel);
  const [currency, setCurrency] = useState(state.company.currency ?? "USD");
  // Before this step was saved the company has a zone that nobody chose.
  const [timeZone, setTimeZone] = useState(
    state.nextStep === "company" ? viewerTimeZone() : (state.company.timeZone ?? viewerTimeZone()),
  );
  const [problem, setProblem] = useState<string>();

  function submit() {
    if (name.trim() === "") {
      setProblem("Required");
      return;
    }
    onSave({
      company: {
        name,
        currency,
        timeZone,
        ...(size === undefined ? {} : { size }),
        ...(model === undefined ? {} : { businessModel: model }),
      },
    });
  }

  return (
    <StepForm pending={pending} onSubmit={submit}>
      <Field label="Company name" error={problem ?? fieldRefusal(error, "company.name")}>
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="organization"
            fieldSize="lg"
          />
        )}
      </Field>
      <Field label="Size" hint="optional">
        {(control) => (
          <Select
            {...control}
            value={size}
            onChange={setSize}
            placeholder="How many people"
            options={companySizes.map((value) => ({ value, label: value }))}
          />
        )}
      </Field>
      <Field label="Business model" hint="optional">
        {(control) => (
          <Select
            {...control}
            value={model}
            onChange={setModel}
            placeholder="Who pays, and how often"
            options={businessModels.map((value) => ({ value, label: businessModelWords[value] }))}
          />
        )}
      </Field>
      <Field label="Currency" error={fieldRefusal(error, "company.currency")}>
        {(control) => (
          <Combobox
            {...control}
            label="Currency"
            value={currency}
            onChange={setCurrency}
            options={currencies()}
          />
        )}
      </Field>
      <Field label="Time zone" error={fieldRefusal(error, "company.timeZone")}>
        {(control) => (
          <Combobox
            {...control}
            label="Time zone"
            value={timeZone}
            onChange={setTimeZone}
            options={timeZones()}
          />
        )}
      </Field>
    </StepForm>
  );
}

export function ChurnStep({ state, pending, onSave }: StepProps) {
  const [draft, setDraft] = useState(() => draftOf(state.churn));
  const [problem, setProblem] = useState<string>();

  function submit() {
    const checked = checkDraft(draft, state.churn);
    if ("problem" in checked) setProblem(checked.problem);
    else onSave({ churn: checked.rule });
  }

  return (
    <StepForm pending={pending} onSubmit={submit} onSkip={() => onSave({})}>
      <p className="m-0 text-body text-ink-2">
        Scores say how likely each customer is to leave. You can change what that means in Settings.
      </p>
      <ChurnRuleFields
        draft={draft}
        stored={state.churn}
        problem={problem}
        onChange={(next) => {
          setDraft(next);
          setProblem(undefined);
        }}
      />
    </StepForm>
  );
}

export function DataStep({ state, pending, onSave }: StepProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="m-0 text-body text-ink-2">
        Scores need customers. A file from your billing or CRM system is enough; you will see what it would
        change before anything is written.
      </p>
      <div className="flex flex-col items-start gap-2.5">
        <Button
          variant="primary"
          size="lg"
          pending={pending}
          pendingLabel="Saving..."
          onClick={() => onSave({ data: { choice: "import" } }, "/app/customers?import=open")}
        >
          Import a file
        </Button>
        {state.demoAvailable ? (
          <Button size="lg" onClick={() => onSave({ data: { choice: "demo" } }, "/app/customers")}>
            Look around with sample customers
          </Button>
        ) : null}
        <Button
          size="lg"
          variant="ghost"
          className="-ml-4"
          onClick={() => onSave({ data: { choice: "later" } })}
        >
          Later
        </Button>
      </div>
    </div>
  );
}
