import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { Navigate, useParams } from "react-router";
import { RecordPage } from "@/components/record-page.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Sheet, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { useIsMobile, useMediaQuery } from "@/hooks/use-media-query.ts";
import { formatRelative } from "@/lib/format/index.ts";
import type { CustomerDetail } from "@forestay/contracts/wire";
import { customerQueries } from "./api/customer-queries.ts";
import { AlikePanel } from "./components/alike-panel.tsx";
import { AttributeList } from "./components/attribute-list.tsx";
import { BillingPanel } from "./components/billing-panel.tsx";
import { CheckRiskButton } from "./components/check-risk-button.tsx";
import { CustomerContact } from "./components/customer-contact.tsx";
import { CustomerFacts } from "./components/customer-facts.tsx";
import { CustomerMenu } from "./components/customer-menu.tsx";
import { CustomerTimeline } from "./components/customer-timeline.tsx";
import { RecommendedActions } from "./components/recommended-actions.tsx";
import { ScoreChanges } from "./components/score-changes.tsx";
import { ScoreFeedback } from "./components/score-feedback.tsx";
import { ScorePanel } from "./components/score-panel.tsx";
import { UsePanel } from "./components/use-panel.tsx";
import { WhatIfPanel } from "./components/what-if-panel.tsx";
import { WhyPanel } from "./components/why-panel.tsx";
import { useReasons } from "./hooks/use-reasons.ts";

/** /app/customers/{id}: the score, what to do, why, what has happened, and what is known. */
export function CustomerPage({ Work, NewTask }: WorkParts) {
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
      {(record) =>
        record.id === customerId ? (
          <CustomerContent key={record.id} customer={record} Work={Work} NewTask={NewTask} />
        ) : (
          // Merged into another one since: an old link leads to that one's own address.
          <Navigate to={`/app/customers/${record.id}`} replace />
        )
      }
    </RecordPage>
  );
}

/** Lines at first: beside the right column there is room for more. */
const [rowsBeside, rowsAlone] = [10, 6];

interface WorkParts {
  /** What people do with the customer: owner, case, tasks, notes. */
  Work: ComponentType<{ customerId: string }>;
  /** A task for it that is about to be added. */
  NewTask: ComponentType<{ customerId: string; title: string; onClose: () => void }>;
}

function CustomerContent({ customer, Work, NewTask }: WorkParts & { customer: CustomerDetail }) {
  const isMobile = useIsMobile();
  const hasColumns = useHasColumns();
  const [isWhatIfOpen, setWhatIfOpen] = useState(false);
  /** What a task is to be added for. */
  const [toDo, setToDo] = useState<string>();
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
          <>
            <CustomerContact customer={customer} />
            {customer.hasLeft ? null : <CheckRiskButton customer={customer} />}
            <CustomerMenu customer={customer} />
          </>
        }
      />
      <Sheet>
        {/* On a phone the score comes before the facts. */}
        {isMobile ? null : <CustomerFacts customer={customer} />}
        <Parts
          score={
            <>
              <ScorePanel customer={customer} withChanges={hasColumns} />
              {isMobile ? (
                <div className="border-t border-line">
                  <CustomerFacts customer={customer} />
                </div>
              ) : null}
            </>
          }
          why={
            customer.score === null ? null : (
              <ReasonsLoading asked={asked}>
                {reasons === null ? null : (
                  <WhyPanel
                    reasons={reasons}
                    feedback={<ScoreFeedback customerId={customer.id} scoredAt={customer.score.scoredAt} />}
                  />
                )}
              </ReasonsLoading>
            )
          }
          steps={
            // Nothing more can keep who has left.
            customer.hasLeft || customer.score === null || reasons === null ? null : (
              <RecommendedActions
                customerId={customer.id}
                steps={reasons.recommendations}
                scoredAt={customer.score.scoredAt}
                onTask={setToDo}
              />
            )
          }
          changes={
            customer.score === null || hasColumns ? null : (
              <ScoreChanges history={customer.scoreHistory} className="px-4 py-4.5 md:px-5" />
            )
          }
          whatIf={
            customer.score?.source === "model" && !customer.hasLeft ? (
              <WhatIfPanel
                customer={customer}
                reasons={reasons}
                isOpen={isWhatIfOpen}
                onOpenChange={setWhatIfOpen}
              />
            ) : null
          }
          alike={
            customer.score?.source !== "model" || reasons === null ? null : (
              <AlikePanel customer={customer} reasons={reasons} />
            )
          }
          billing={<BillingPanel customerId={customer.id} />}
          work={<Work customerId={customer.id} />}
          timeline={<CustomerTimeline customerId={customer.id} rows={hasColumns ? rowsBeside : rowsAlone} />}
          use={<UsePanel customerId={customer.id} />}
        />
        <AttributeList customer={customer} />
      </Sheet>
      {toDo === undefined ? null : (
        <NewTask customerId={customer.id} title={toDo} onClose={() => setToDo(undefined)} />
      )}
    </>
  );
}

type PartsProps = {
  [
    Part in
      | "score"
      | "why"
      | "changes"
      | "steps"
      | "whatIf"
      | "timeline"
      | "use"
      | "work"
      | "alike"
      | "billing"
  ]: ReactNode;
};

/** Two columns of about one length where there is room; else under each other, what to do before why. */
function Parts({ score, why, changes, steps, whatIf, timeline, use, work, alike, billing }: PartsProps) {
  const column = "min-w-0 divide-y divide-line [&>*]:border-line";
  if (!useHasColumns()) {
    return (
      <SheetRow>
        <div className={column}>
          {score}
          {steps}
          {whatIf}
          {why}
          {changes}
          {alike}
          {work}
          {timeline}
          {use}
          {billing}
        </div>
      </SheetRow>
    );
  }
  return (
    <SheetRow columns="minmax(0,1fr) 362px">
      <div className={column}>
        {score}
        {why}
        {timeline}
        {use}
        {billing}
      </div>
      <div className={column}>
        {steps}
        {whatIf}
        {work}
        {alike}
      </div>
    </SheetRow>
  );
}

const useHasColumns = () => useMediaQuery("(min-width: 1101px)");

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

function CustomerSkeleton() {
  return (
    <>
      <div className="flex items-center gap-3.5 pt-8 pb-4.5">
        <Skeleton className="size-11 rounded-full" />
        <Skeleton className="h-6 w-56" />
      </div>
      <Sheet>
        <div className="grid grid-cols-2 gap-8 px-5 py-5 md:grid-cols-3 lg:grid-cols-6">
          {Array.from({ length: 6 }, (_, fact) => (
            <Skeleton key={fact} className="h-8" />
          ))}
        </div>
        <div className="grid gap-5 border-t border-line p-5 lg:grid-cols-[minmax(0,1fr)_322px]">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      </Sheet>
    </>
  );
}
