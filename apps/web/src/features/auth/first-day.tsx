import { onboardingEndpoints } from "@forestay/contracts/wire";
import type { FirstDay as FirstDayAnswer, Policy } from "@forestay/contracts/wire";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";
import { storedText, storeText } from "@/lib/browser-storage.ts";
import { cn } from "@/lib/style/cn.ts";

// Below the customers: what makes their lists old (an import, an analysis, a step) has brought the first day on as well.
const firstDayQuery = queryOptions({
  queryKey: customerKeys.firstDay,
  queryFn: ({ signal }) => call(onboardingEndpoints.firstDay, { signal }),
});

interface Deed {
  id: keyof NonNullable<FirstDayAnswer["steps"]>;
  title: string;
  why: string;
  to: string;
  label: string;
  policy: Policy;
  /** Another way to the same. */
  also?: Pick<Deed, "to" | "label" | "policy">;
}

const deeds: readonly Deed[] = [
  {
    id: "customers",
    title: "Bring your customers in",
    why: "A CSV, Excel or JSON file, or straight from the system that bills them or knows them. Nothing is written before you have seen what would change.",
    to: "/app/customers?import=open",
    label: "Import a file",
    policy: "customers:write",
    also: {
      to: "/app/settings?section=integrations",
      label: "Connect a system",
      policy: "integrations:write",
    },
  },
  {
    id: "analysis",
    title: "Find out who may leave",
    why: "An analysis scores everybody and says why, with how well it does on customers it had not seen.",
    to: "/app/analytics/run-churn-analysis",
    label: "Run an analysis",
    policy: "analytics:run",
  },
  {
    id: "step",
    title: "Mark the first next step as done",
    why: "On the page of a customer at risk. What you mark is how its effect gets measured.",
    to: "/app/customers?sort=churnRiskScore&direction=desc",
    label: "Open the list",
    policy: "customers:write",
  },
  {
    id: "colleague",
    title: "Invite a colleague",
    why: "Viewers read, Staff work with customers, Owners manage the company.",
    to: "/app/settings?section=team",
    label: "Invite",
    policy: "company:invite",
  },
];

/** What makes the product useful, in its order, until all of it is done or somebody has had enough of it. */
export function FirstDay() {
  const { id } = useCurrentUser();
  const kept = `forestay-first-day-hidden-${id}`;
  const [isHidden, setHidden] = useState(() => storedText("localStorage", kept) !== null);
  const { data } = useQuery({ ...firstDayQuery, enabled: !isHidden });
  const steps = data?.steps ?? null;
  if (isHidden || steps === null) return null;
  const done = deeds.filter((deed) => steps[deed.id]).length;
  const next = deeds.find((deed) => !steps[deed.id]);
  const hide = () => {
    storeText("localStorage", kept, "yes");
    setHidden(true);
  };
  return (
    <Sheet className="mb-5">
      <section aria-labelledby="first-day" className="relative">
        <h2 id="first-day" className="m-0 px-4 pt-3.5 pb-1 text-body font-strong text-ink md:px-5">
          First day{" "}
          <span className="font-regular text-ink-2 tabular">
            {done} of {deeds.length} done
          </span>
        </h2>
        <IconButton label="Hide this list" size="sm" className="absolute top-2 right-2.5" onClick={hide}>
          <X />
        </IconButton>
        <ol className="m-0 list-none p-0 pb-2">
          {deeds.map((deed) => (
            <DeedRow key={deed.id} deed={deed} isDone={steps[deed.id]} isNext={deed === next} />
          ))}
        </ol>
      </section>
    </Sheet>
  );
}

function DeedRow({ deed, isDone, isNext }: { deed: Deed; isDone: boolean; isNext: boolean }) {
  const { title, why, to, label, policy, also } = deed;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 md:px-5">
      <span
        aria-hidden
        className={cn(
          "inline-flex size-5 shrink-0 items-center justify-center rounded-full",
          isDone ? "bg-ok-tint text-ok-text" : "border border-line-strong",
        )}
      >
        {isDone ? <Check className="size-3.5" strokeWidth={2.4} /> : null}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn("text-ui", isDone ? "text-ink-2" : "font-strong text-ink")}>
          {title}
          {isDone ? <span className="sr-only">, done</span> : null}
        </span>
        {isNext ? <span className="block text-note text-ink-2">{why}</span> : null}
      </span>
      {isDone || also === undefined ? null : (
        <Authorize policy={also.policy}>
          <ButtonLink to={also.to} size="sm" variant="ghost">
            {also.label}
          </ButtonLink>
        </Authorize>
      )}
      {isDone ? null : (
        <Authorize policy={policy}>
          <ButtonLink to={to} size="sm">
            {label}
          </ButtonLink>
        </Authorize>
      )}
    </li>
  );
}
