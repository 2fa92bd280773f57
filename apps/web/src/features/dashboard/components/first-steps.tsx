import { StepList } from "@/components/ui/step-list.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Authorize } from "@/lib/auth/index.ts";

/** Of a company without customers: the three things after which there is something to see here. */
export function FirstSteps() {
  return (
    <div className="mx-auto max-w-160 px-4 py-8 md:px-5">
      <StepList
        steps={[
          {
            title: "Bring your customers in",
            state: "current",
            children: (
              <div className="flex flex-col items-start gap-3">
                A customer list as CSV, Excel or JSON. Nothing is written before you have seen what would
                change.
                <Authorize policy="customers:write">
                  <ButtonLink to="/app/customers?import=open" variant="primary">
                    Import a file
                  </ButtonLink>
                </Authorize>
              </div>
            ),
          },
          {
            title: "Add subscriptions, invoices and events",
            state: "next",
            children:
              "As your own systems export them, in any order: revenue, retention and payments appear here.",
          },
          {
            title: "Run the first analysis",
            state: "next",
            children: "It scores everybody, says why, and puts whoever would take most along at the top.",
          },
        ]}
      />
    </div>
  );
}
