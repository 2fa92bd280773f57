import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { useLogout } from "@/lib/auth/index.ts";
import { accountQueries, useSaveOnboarding } from "./api/account-queries.ts";
import { AccountHeading } from "./components/account-heading.tsx";
import { FormProblem } from "./components/form-problem.tsx";
import { ChurnStep, CompanyStep, DataStep, ProfileStep } from "./components/onboarding-steps.tsx";
import type { OnboardingState, SaveStep } from "./components/onboarding-steps.tsx";
import { PublicLayout } from "./components/public-layout.tsx";

type StepName = OnboardingState["nextStep"];
const ownerSteps: readonly StepName[] = ["profile", "company", "churn", "data"];

const titles: Record<StepName, string> = {
  profile: "Who you are",
  company: "Your company",
  churn: "When has a customer left?",
  data: "Your first data",
};

/** What each step says at its own fields; anything else stands above them. */
const saidAt: Record<StepName, readonly string[]> = {
  profile: ["profile.firstName", "profile.lastName", "profile.password"],
  company: ["company.name", "company.currency", "company.timeZone"],
  churn: [],
  data: [],
};

/** /onboarding: four steps with their progress kept on the server, so that one can leave and come back. */
export function OnboardingPage() {
  const state = useQuery(accountQueries.onboarding());
  const [shown, setShown] = useState<StepName>();
  const save = useSaveOnboarding();
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

  const saveStep: SaveStep = (body, leadTo) => {
    if (save.isPending) return;
    // The guard leads on as soon as the account is set up, and takes this page with it: it is told beforehand where to.
    if (last) void navigate("/onboarding", { replace: true, state: { from: leadTo ?? "/app" } });
    save.mutate(
      { ...body, step, complete: last },
      {
        onSuccess: () => {
          if (!last) setShown(steps[position + 1]);
        },
      },
    );
  };
  const props = { state: state.data, pending: save.isPending, error: save.error, onSave: saveStep };

  return (
    <PublicLayout>
      <p className="m-0 pb-2 text-ui text-ink-2">
        Step {position + 1} of {steps.length}
      </p>
      <AccountHeading title={titles[step]} />
      <div key={step} className="mt-7 flex flex-col gap-4.5">
        <FormProblem error={save.error} saidAt={saidAt[step]} />
        {step === "profile" ? <ProfileStep {...props} /> : null}
        {step === "company" ? <CompanyStep {...props} /> : null}
        {step === "churn" ? <ChurnStep {...props} /> : null}
        {step === "data" ? <DataStep {...props} /> : null}
      </div>
      <div className="mt-6 -ml-2.5 flex flex-wrap gap-3">
        {position > 0 ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              save.reset();
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
