import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { ReportSubscription } from "./components/report-subscription.tsx";

/** The weekly report among what reaches a person: a part of the settings, of whoever belongs to a company. */
export function ReportSection() {
  return (
    <Authorize policy="customers:read">
      <SheetRow>
        <Cell title="Weekly report" subtitle="The dashboard by mail once a week, with a PDF of it.">
          <ReportSubscription filter={{}} />
        </Cell>
      </SheetRow>
    </Authorize>
  );
}
