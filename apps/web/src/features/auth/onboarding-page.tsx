import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { useLogout } from "@/lib/auth/index.ts";
import { accountQueries, useSaveOnboarding } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { ChurnStep, CompanyStep, DataStep, ProfileStep } from "./components/onboarding-steps.tsx";
import type { OnboardingState, StepBody } from "./components/onboarding-steps.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

type StepName = OnboardingState["nextStep"];
const ownerSteps: readonly StepName[] = ["profile", "company", "churn", "data"];

const titles: Record<StepName, string> = {
  profile: "Who you are",
  company: "Your company",
  churn: "When has a customer left?",
  data: "Your first data",
};

/** /onboarding: four steps with their progress kept on the server, so that one can leave and come back. */
export function OnboardingPage() {
  const state = useQuery(accountQueries.onboarding());
  const [shown, setShown] = useState<StepName>();
  const save = useSaveOnboarding();
  /** A choice made by a press: no form is there to say what went wrong with it. */
  const choose = useSaveOnboarding();
  const logout = useLogout();
  const navigate = useNavigate();

  if (state.data === undefined) {
    return (
      <PublicLayout>
        <QueryView
          query={state}
          loading="Loading your progress"
          failed="Your progress did not load"
          skeleton={<Spinner size="lg" />}
        >
          {() => null}
        </QueryView>
      </PublicLayout>
    );
  }
  const steps = stepsFor(state.data);
  const next = state.data.nextStep;
  const step = shown ?? (steps.includes(next) ? next : (steps[0] ?? "profile"));
  const position = steps.indexOf(step);
  const last = position === steps.length - 1;

  async function saveStep(by: typeof save, body: StepBody, leadTo = "/app") {
    // The guard leads on as soon as the account is set up, and takes this page with it: it is told beforehand where to.
    if (last) void navigate("/onboarding", { replace: true, state: { from: leadTo } });
    await by.mutateAsync({ ...body, step, complete: last });
    if (!last) setShown(steps[position + 1]);
  }
  const props = {
    state: state.data,
    send: (body: StepBody) => saveStep(save, body),
    pending: choose.isPending,
    onSave: (body: StepBody, leadTo?: string) => {
      // Refused, it is said below from the mutation's own state.
      if (!choose.isPending) void saveStep(choose, body, leadTo).catch(() => undefined);
    },
  };

  return (
    <PublicLayout>
      <p className="m-0 pb-2 text-ui text-ink-2">
        Step {position + 1} of {steps.length}
      </p>
      <AccountHeading title={titles[step]} />
      <div key={step} className="mt-7 flex flex-col gap-4.5">
        {step === "profile" ? <ProfileStep {...props} /> : null}
        {step === "company" ? <CompanyStep {...props} /> : null}
        {step === "churn" ? <ChurnStep {...props} /> : null}
        {step === "data" ? <DataStep {...props} /> : null}
        <FormProblem problem={choose.error?.message} />
      </div>
      <div className="mt-6 -ml-2.5 flex flex-wrap gap-3">
        {position > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              choose.reset();
              setShown(steps[position - 1]);
            }}
          >
            Back
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="sm"
          pending={logout.isPending}
          pendingLabel="Signing out..."
          onClick={() => logout.mutate()}
        >
          Sign Out
        </Button>
      </div>
    </PublicLayout>
  );
}

/** An Owner sets the company up; everybody else only says who they are. */
function stepsFor(state: OnboardingState): readonly StepName[] {
  return state.isOwner ? ownerSteps : ["profile"];
}
