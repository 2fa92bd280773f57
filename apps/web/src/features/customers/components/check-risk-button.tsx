import type { CustomerDetail } from "@forestay/contracts/wire";
import { ScanSearch } from "lucide-react";
import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { customerQueries } from "../api/customer-queries.ts";
import { useCheckRisk } from "../api/check-risk.ts";

/** Scores this customer again, here; where nothing has been trained yet, on the page that trains. */
export function CheckRiskButton({ customer }: { customer: CustomerDetail }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { check, isChecking } = useCheckRisk(customer.id, (told) => {
    if (told.kind === "train") {
      void navigate("/app/analytics/run-churn-analysis", {
        state: { selection: { customerIds: [customer.id] }, count: 1 },
      });
    } else if (told.kind === "failed") {
      toast.error("The risk could not be checked", told.why);
    } else {
      const now = queryClient.getQueryData(customerQueries.detail(customer.id).queryKey);
      toast.success("Churn risk checked", checkedWords(customer.churnRiskScore, now));
    }
  });
  return (
    <Authorize policy="analytics:run">
      <Button
        variant="primary"
        icon={<ScanSearch />}
        pending={isChecking}
        pendingLabel="Checking..."
        onClick={check}
      >
        Check churn risk
      </Button>
    </Authorize>
  );
}

/** What came of it: 'The score is 58, it was 61.' */
function checkedWords(before: number | null, now: CustomerDetail | undefined): string {
  const score = now?.churnRiskScore ?? null;
  if (score === null) return now?.notScoredReason ?? "There is no score.";
  if (before === null) return `The score is ${score}.`;
  return score === before ? `The score is ${score}, as before.` : `The score is ${score}, it was ${before}.`;
}
