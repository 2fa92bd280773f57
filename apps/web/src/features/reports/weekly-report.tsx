import { Mail } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import type { ReportFilter } from "./report-filter.ts";

const ReportSubscription = lazy(async () => ({
  default: (await import("./components/report-subscription.tsx")).ReportSubscription,
}));

interface WeeklyReportProps {
  filter: ReportFilter;
  /** Among many other actions its face is the icon alone. */
  compact?: boolean;
}

/** Opens when and of what the viewer gets the page by mail. Its form comes when it is opened. */
export function WeeklyReport({ filter, compact = false }: WeeklyReportProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {compact ? (
        <IconButton label="Weekly report" variant="outline" onClick={() => setOpen(true)}>
          <Mail />
        </IconButton>
      ) : (
        <Button icon={<Mail />} onClick={() => setOpen(true)}>
          Weekly report
        </Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Weekly report"
        description="The dashboard by mail once a week, with a PDF of it: the same figures, without the app open."
        className="max-w-148"
      >
        <Suspense fallback={<Skeleton className="h-40 rounded-inset" />}>
          <ReportSubscription filter={filter} />
        </Suspense>
      </Dialog>
    </>
  );
}
