import {
  churnRuleSchema,
  newPasswordSchema,
  onboardingBody,
  wholeDaysSchema,
} from "@forestay/contracts/schemas";
import { businessModels, companySizes } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointResponse, onboardingEndpoints } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { z } from "zod";
import { ChurnRuleFields } from "@/components/churn-rule/churn-rule-fields.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { typedNumber } from "@/components/form/typed-values.ts";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Select } from "@/components/ui/select.tsx";
import { businessModelWords, currencies, timeZones } from "@/lib/format/company-words.ts";
import { viewerTimeZone } from "@/lib/format/index.ts";

export type OnboardingState = EndpointResponse<typeof onboardingEndpoints.getOnboarding>;
export type StepBody = Omit<EndpointBody<typeof onboardingEndpoints.saveOnboarding>, "step" | "complete">;

interface StepFormProps {
  state: OnboardingState;
  /** Saves what a form holds; its refusal is the form's to say. */
  send: (body: StepBody) => Promise<unknown>;
}

interface StepChoiceProps {
  state: OnboardingState;
  pending: boolean;
  /** Saves a choice made by a press; `leadTo` is where the last step goes on. */
  onSave: (body: StepBody, leadTo?: string) => void;
}

function StepForm<Values extends FieldValues>({
  form,
  onSkip,
  children,
}: {
  form: ServerForm<Values>;
  onSkip?: () => void;
  children: ReactNode;
}) {
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4.5">
      {children}
      <FormProblem problem={form.problem} />
      <div className="flex flex-wrap gap-2.5 pt-1">
        <Button type="submit" variant="primary" size="lg" pending={form.isPending} pendingLabel="Saving...">
          Continue
        </Button>
        {onSkip === undefined ? null : (
          <Button size="lg" disabled={form.isPending} onClick={onSkip}>
            Skip
          </Button>
        )}
      </div>
    </form>
  );
}

const profile = onboardingBody.shape.profile.unwrap();
const profileForms = {
  withoutPassword: z.object({ profile: profile.extend({ password: newPasswordSchema }) }),
  /** Nothing typed leaves the password as it is. */
  withPassword: z.object({
    profile: profile.extend({
      password: z
        .string()
        .transform((typed) => (typed === "" ? undefined : typed))
        .pipe(newPasswordSchema.optional()),
    }),
  }),
};

export function ProfileStep({ state, send }: StepFormProps) {
  const { firstName, lastName, hasPassword } = state;
  const form = useServerForm({
    schema: hasPassword ? profileForms.withPassword : profileForms.withoutPassword,
    defaultValues: { profile: { firstName, lastName, password: "" } },
    send,
  });
  return (
    <StepForm form={form}>
      <TextField
        form={form}
        name="profile.firstName"
        label="First name"
        autoComplete="given-name"
        fieldSize="lg"
      />
      <TextField
        form={form}
        name="profile.lastName"
        label="Last name"
        autoComplete="family-name"
        fieldSize="lg"
      />
      <TextField
        form={form}
        name="profile.password"
        label="Password"
        help={hasPassword ? "You have one. Leave this empty to keep it." : "At least 10 characters."}
        type="password"
        autoComplete="new-password"
        fieldSize="lg"
      />
    </StepForm>
  );
}

const companyForm = z.object({ company: onboardingBody.shape.company.unwrap() });

export function CompanyStep({ state, send }: StepFormProps) {
  const { name = "", size, businessModel, currency = "USD", timeZone } = state.company;
  const form = useServerForm({
    schema: companyForm,
    defaultValues: {
      company: {
        name,
        size,
        businessModel,
        currency,
        // Before this step was saved the company has a zone that nobody chose.
        timeZone: state.nextStep === "company" ? viewerTimeZone() : (timeZone ?? viewerTimeZone()),
      },
    },
    send,
  });
  return (
    <StepForm form={form}>
      <TextField
        form={form}
        name="company.name"
        label="Company name"
        autoComplete="organization"
        fieldSize="lg"
      />
      <FormField form={form} name="company.size" label="Size" hint="optional">
        {(control) => (
          <Select
            {...control}
            placeholder="How many people"
            options={companySizes.map((value) => ({ value, label: value }))}
          />
        )}
      </FormField>
      <FormField form={form} name="company.businessModel" label="Business model" hint="optional">
        {(control) => (
          <Select
            {...control}
            placeholder="Who pays, and how often"
            options={businessModels.map((value) => ({ value, label: businessModelWords[value] }))}
          />
        )}
      </FormField>
      <FormField form={form} name="company.currency" label="Currency">
        {(control) => <Combobox {...control} label="Currency" options={currencies()} />}
      </FormField>
      <FormField form={form} name="company.timeZone" label="Time zone">
        {(control) => <Combobox {...control} label="Time zone" options={timeZones()} />}
      </FormField>
    </StepForm>
  );
}

const churnForm = z.object({ churn: churnRuleSchema.extend({ inactiveDays: typedNumber(wholeDaysSchema) }) });

export function ChurnStep({ state, send, onSave }: StepFormProps & StepChoiceProps) {
  const { definition, inactiveDays } = state.churn;
  const form = useServerForm({
    schema: churnForm,
    defaultValues: { churn: { definition, inactiveDays: String(inactiveDays) } },
    send,
  });
  return (
    <StepForm form={form} onSkip={() => onSave({})}>
      <p className="m-0 text-body text-ink-2">
        Scores say how likely each customer is to leave. You can change what that means in Settings.
      </p>
      <ChurnRuleFields
        form={form}
        names={{ definition: "churn.definition", days: "churn.inactiveDays" }}
        stored={state.churn}
      />
    </StepForm>
  );
}

export function DataStep({ state, pending, onSave }: StepChoiceProps) {
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
