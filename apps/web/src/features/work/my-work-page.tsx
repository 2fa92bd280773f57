import { taskStates, workScopes } from "@forestay/contracts/wire";
import type { RiskCase, Task, WorkSummary } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { workQueries } from "./api/work-queries.ts";
import { CaseRow, caseColumns } from "./components/case-columns.tsx";
import { TaskRow } from "./components/task-row.tsx";

const kinds = ["tasks", "cases"] as const;
const listState = defineUrlState({
  show: choice(kinds, "tasks"),
  of: choice(workScopes, "mine"),
  state: choice(taskStates, "open"),
  page: pageNumber(),
});

/** /app/work: tasks and risk cases, the signed-in person's or the team's, late ones first. */
export function MyWorkPage() {
  const [view, change] = useUrlState(listState);
  const summary = useQuery(workQueries.summary());
  return (
    <>
      <PageHeader title="My work" subtitle={summary.data ? summaryWords(summary.data) : undefined} />
      <Sheet>
        <Tabs
          label="Kinds of work"
          value={view.show}
          onChange={(show) => change({ show, page: 1 })}
          items={[
            { value: "tasks", label: "Tasks", count: summary.data?.openTasks },
            { value: "cases", label: "Risk cases", count: summary.data?.openCases },
          ]}
        >
          <TabPanel value={view.show} tabIndex={-1}>
            <ListToolbar>
              <SegmentedControl
                label="Whose"
                value={view.of}
                onChange={(of) => change({ of, page: 1 })}
                options={[
                  { value: "mine", label: "Mine" },
                  { value: "team", label: "The team's" },
                ]}
              />
              <SegmentedControl
                label="State"
                value={view.state}
                onChange={(state) => change({ state, page: 1 })}
                options={[
                  { value: "open", label: "Open" },
                  { value: "done", label: view.show === "tasks" ? "Done" : "Closed" },
                ]}
              />
            </ListToolbar>
            {view.show === "tasks" ? (
              <Tasks view={view} onPage={(page) => change({ page })} />
            ) : (
              <Cases view={view} onPage={(page) => change({ page })} />
            )}
          </TabPanel>
        </Tabs>
      </Sheet>
    </>
  );
}

/** The answer first: what is late, what is for today, what else there is. */
function summaryWords({ overdue, dueToday, openTasks, openCases }: WorkSummary): string {
  if (openTasks + openCases === 0) return "Nothing waits for you";
  const parts = [
    overdue === 0 ? null : `${formatCounted(overdue, "task")} late`,
    dueToday === 0 ? null : `${dueToday} due today`,
    openCases === 0 ? null : formatCounted(openCases, "open risk case"),
  ].filter((part) => part !== null);
  return parts.length === 0 ? `${formatCounted(openTasks, "open task")}, none late` : parts.join(", ");
}

interface ListProps {
  view: { of: (typeof workScopes)[number]; state: (typeof taskStates)[number]; page: number };
  onPage: (page: number) => void;
}

function Tasks({ view, onPage }: ListProps) {
  const list = useQuery(workQueries.tasks({ scope: view.of, state: view.state, page: view.page }));
  return (
    <ListFrame
      query={list}
      noun="tasks"
      failed="The tasks did not load"
      skeleton={<ListSkeleton rows={6} />}
      empty={<NoWork what={view.state === "done" ? "No task has been done yet" : "No open tasks"} />}
      onPage={onPage}
      hidesSinglePage
    >
      {({ items }) => <TaskGroups items={items} />}
    </ListFrame>
  );
}

/** Late, today, later and without a day, each under its heading. */
function TaskGroups({ items }: { items: readonly Task[] }) {
  const groups = Map.groupBy(items, groupOf);
  return (
    <div className="divide-y divide-line">
      {[...groups].map(([group, tasks]) => (
        <section key={group} className="px-4 py-3 md:px-5">
          <h2 className="m-0 pb-1 text-small font-strong text-ink-2">{group}</h2>
          <ul aria-label={group} className="m-0 list-none p-0">
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} namesCustomer />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function groupOf(task: Task): string {
  if (task.doneAt !== null) return "Done";
  if (task.isOverdue) return "Late";
  if (task.isDueToday) return "Today";
  return task.dueOn === null ? "Without a day" : "Later";
}

function Cases({ view, onPage }: ListProps) {
  const list = useQuery(
    workQueries.cases({
      scope: view.of,
      state: view.state === "done" ? "closed" : "open",
      page: view.page,
    }),
  );
  return (
    <ListFrame
      query={list}
      noun="cases"
      failed="The risk cases did not load"
      skeleton={<ListSkeleton rows={6} />}
      empty={
        <NoWork what={view.state === "done" ? "No risk case has been closed yet" : "No open risk cases"} />
      }
      onPage={onPage}
      hidesSinglePage
    >
      {({ items }, isStale) => (
        <ListTable<RiskCase>
          label="Risk cases"
          columns={caseColumns}
          rows={items}
          idOf={({ id }) => id}
          pathOf={({ customer }) => `/app/customers/${customer.id}`}
          mobileRow={(one) => <CaseRow riskCase={one} />}
          isStale={isStale}
        />
      )}
    </ListFrame>
  );
}

function NoWork({ what }: { what: string }) {
  return (
    <EmptyState title={what} actions={<ButtonLink to="/app/customers">Customers</ButtonLink>}>
      Tasks and risk cases are added on a customer's page, and stand here for whoever has them.
    </EmptyState>
  );
}
