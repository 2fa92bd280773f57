import { useQuery } from "@tanstack/react-query";
import { ScanSearch, Upload } from "lucide-react";
import { useState } from "react";
import type { ComponentType } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";
import { formatCounted, formatRelativeInline } from "@/lib/format/index.ts";
import { defineUrlState, flag } from "@/lib/url-state/index.ts";
import { customerQueries } from "./api/customer-queries.ts";
import { CustomerList } from "./components/customer-list.tsx";
import { NoCustomers } from "./no-customers.tsx";

/** Parts of other features. */
interface CustomersPageProps {
  FirstDay: ComponentType;
  ImportDialog: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;
}

/** `?import=open` makes the dialog a place that can be linked to. */
const dialogState = defineUrlState({ import: flag() });

/** /app/customers: who there is, at what risk; import and analysis start here. */
export function CustomersPage({ FirstDay, ImportDialog }: CustomersPageProps) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const facets = useQuery(customerQueries.facets());
  const [dialog, change] = useUrlState(dialogState);
  const [openedHere, setOpenedHere] = useState(false);
  const setImporting = (open: boolean) => {
    setOpenedHere(open);
    change({ import: open }, { replace: !open && openedHere });
  };
  const empty = facets.data?.totalCount === 0;
  return (
    <>
      <PageHeader
        title="Customers"
        subtitle={
          facets.data && !empty ? (
            <>
              {describe(facets.data)}
              <AnalysisLinks lastAnalysisId={facets.data.lastAnalysisId} />
            </>
          ) : undefined
        }
        actions={
          <>
            <Authorize policy="customers:write">
              <Button icon={<Upload />} onClick={() => setImporting(true)}>
                Import
              </Button>
            </Authorize>
            {empty ? null : (
              <Authorize policy="analytics:run">
                <Button
                  variant="primary"
                  icon={<ScanSearch />}
                  onClick={() => void navigate("/app/analytics/run-churn-analysis")}
                >
                  Run churn analysis
                </Button>
              </Authorize>
            )}
          </>
        }
      />
      <FirstDay />
      <Sheet>
        {empty ? (
          <NoCustomers onImport={() => setImporting(true)} />
        ) : (
          <CustomerList
            facets={facets}
            currency={user.company?.currency ?? "USD"}
            onImport={() => setImporting(true)}
          />
        )}
      </Sheet>
      <ImportDialog open={dialog.import} onOpenChange={setImporting} />
    </>
  );
}

function describe(facets: { totalCount: number; lastScoredAt: string | null }): string {
  const count = formatCounted(facets.totalCount, "customer");
  if (facets.lastScoredAt === null) return `${count}, not scored yet`;
  return `${count}, last scored ${formatRelativeInline(facets.lastScoredAt)}`;
}

/** What the analyses came to, one press from those they are about. */
function AnalysisLinks({ lastAnalysisId }: { lastAnalysisId: string | null }) {
  if (lastAnalysisId === null) return null;
  const runs = "/app/analytics/run-churn-analysis";
  const links = [
    { to: `/app/analytics/churn-analysis/${lastAnalysisId}`, label: "Latest result" },
    { to: `${runs}#history`, label: "Earlier analyses" },
    { to: `${runs}#track-record`, label: "Track record" },
    { to: "/app/analytics/models", label: "Models" },
  ];
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
      {links.map(({ to, label }) => (
        <Link
          key={label}
          to={to}
          className="inline-flex min-h-6 items-center rounded-check font-strong text-brand-text no-underline hover:underline"
        >
          {label}
        </Link>
      ))}
    </span>
  );
}
