import { useQuery } from "@tanstack/react-query";
import { ScanSearch } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { FactStrip, Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { MISSING, formatDateTime, formatMoney, formatRelative } from "@/lib/format/index.ts";
import type { CustomerDetail } from "@forestay/contracts/wire";
import { customerQueries } from "./api/customer-queries.ts";
import { AttributeList } from "./components/attribute-list.tsx";
import { SubscriptionWord } from "./components/customer-columns.tsx";
import { CustomerTimeline } from "./components/customer-timeline.tsx";
import { RecommendedActions } from "./components/recommended-actions.tsx";
import { ScorePanel } from "./components/score-panel.tsx";
import { WhatIfPanel } from "./components/what-if-panel.tsx";
import { WhyPanel } from "./components/why-panel.tsx";
import { useReasons } from "./hooks/use-reasons.ts";

/** /app/customers/{id}: the score, the factors that add up to it, the timeline, the data. */
export function CustomerPage() {
  const { customerId = "" } = useParams();
  const customer = useQuery(customerQueries.detail(customerId));
  return (
    <RecordPage
      query={customer}
      noun="customer"
      parents={[{ label: "Customers", to: "/app/customers" }]}
      listLabel="All customers"
      whyMissing="The link may be old, or the customer was removed."
      skeleton={<CustomerSkeleton />}
    >
      {(record) => <CustomerContent customer={record} />}
    </RecordPage>
  );
}

function CustomerContent({ customer }: { customer: CustomerDetail }) {
  const navigate = useNavigate();
  const { reasons, asked } = useReasons(customer);
  const leftAt = customer.leaving?.leftAt ?? customer.endedAt;
  return (
    <>
      <PageHeader
        breadcrumb={[{ label: "Customers", to: "/app/customers" }, { label: customer.fullName }]}
        lead={<Avatar name={customer.fullName} id={customer.id} size={44} />}
        title={customer.fullName}
        subtitle={[customer.email, customer.externalId === customer.fullName ? null : customer.externalId]
          .filter(Boolean)
          .join(" · ")}
        tag={
          customer.hasLeft ? (
            <Tag tone="neutral">Left{leftAt === null ? "" : ` ${formatRelative(leftAt)}`}</Tag>
          ) : customer.churnRiskLevel === null ? (
            <Tag tone="outline">Not scored</Tag>
          ) : (
            <RiskLevel level={customer.churnRiskLevel} form="tag" />
          )
        }
        actions={
          customer.hasLeft ? undefined : (
            <Authorize policy="analytics:run">
              <Button
                variant="primary"
                icon={<ScanSearch />}
                onClick={() =>
                  void navigate("/app/analytics/run-churn-analysis", {
                    state: { selection: { customerIds: [customer.id] }, count: 1 },
                  })
                }
              >
                Check churn risk
              </Button>
            </Authorize>
          )
        }
      />
      <Sheet>
        <FactStrip facts={facts(customer)} />
        <SheetRow columns="minmax(0,1fr) 362px">
          <div className="divide-y divide-line">
            <ScorePanel customer={customer} />
            {customer.score === null ? null : (
              <ReasonsLoading asked={asked}>
                {reasons === null ? null : <WhyPanel reasons={reasons} />}
              </ReasonsLoading>
            )}
            <CustomerTimeline customerId={customer.id} />
          </div>
          <div className="divide-y divide-line">
            {customer.score?.source === "model" ? (
              <WhatIfPanel customerId={customer.id} shownScore={customer.churnRiskScore} />
            ) : null}
            {customer.score === null || reasons === null ? null : (
              <RecommendedActions
                customerId={customer.id}
                steps={reasons.recommendations}
                scoredAt={customer.score.scoredAt}
              />
            )}
            <AttributeList customer={customer} />
          </div>
        </SheetRow>
      </Sheet>
    </>
  );
}

function ReasonsLoading({
  asked,
  children,
}: {
  asked: ReturnType<typeof useReasons>["asked"];
  children: ReactNode;
}) {
  // Reasons that were kept at scoring are not asked for.
  if (!asked.isEnabled) return children;
  return (
    <QueryView
      query={asked}
      loading="Working out the reasons"
      failed="The reasons of this score did not load"
      skeleton={<Skeleton className="m-5 h-56" />}
    >
      {() => children}
    </QueryView>
  );
}

function facts(customer: CustomerDetail) {
  const money = (amount: number | null) =>
    amount === null ? MISSING : formatMoney(amount, customer.currency);
  return [
    { label: "Lifetime value", value: money(customer.lifetimeValue) },
    { label: "Plan", value: customer.plan ?? MISSING },
    { label: "Subscription", value: <SubscriptionWord customer={customer} /> },
    { label: "Tenure", value: customer.tenureDisplay === "" ? MISSING : customer.tenureDisplay },
    {
      label: "Last activity",
      value:
        customer.lastActivityDate === null ? (
          MISSING
        ) : (
          <span title={formatDateTime(customer.lastActivityDate)}>
            {formatRelative(customer.lastActivityDate)}
          </span>
        ),
    },
  ];
}

function CustomerSkeleton() {
  return (
    <>
      <div className="flex items-center gap-3.5 pt-8 pb-4.5">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-6 w-56" />
      </div>
      <Sheet>
        <div className="flex gap-8 px-5 py-5">
          {Array.from({ length: 5 }, (_, fact) => (
            <Skeleton key={fact} className="h-8 flex-1" />
          ))}
        </div>
        <div className="h-96 border-t border-line" />
      </Sheet>
    </>
  );
}
