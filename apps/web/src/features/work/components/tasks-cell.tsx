import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { workQueries } from "../api/work-queries.ts";
import { TaskDialog } from "./task-dialog.tsx";
import { TaskRow } from "./task-row.tsx";

const doneShown = 3;

/** What is to be done for the customer, late first, and what was done last. */
export function TasksCell({ customerId }: { customerId: string }) {
  const open = useQuery(workQueries.tasks({ customerId }));
  const done = useQuery(workQueries.tasks({ customerId, state: "done", pageSize: doneShown }));
  const [isAdding, setAdding] = useState(false);
  return (
    <Cell
      title="Tasks"
      aside={
        <Authorize policy="customers:write">
          <Button size="sm" variant="ghost" icon={<Plus />} onClick={() => setAdding(true)}>
            Add task
          </Button>
        </Authorize>
      }
    >
      <QueryView
        query={open}
        loading="Loading tasks"
        failed="The tasks did not load"
        skeleton={<Skeleton className="h-16" />}
        inset
      >
        {({ items }) =>
          items.length === 0 && (done.data?.items.length ?? 0) === 0 ? (
            <p className="m-0 text-ui text-ink-2">Nothing to do.</p>
          ) : (
            <ul aria-label="Tasks" className="m-0 list-none p-0">
              {[...items, ...(done.data?.items ?? [])].map((task) => (
                <TaskRow key={task.id} task={task} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {isAdding ? <TaskDialog customerId={customerId} task={null} onClose={() => setAdding(false)} /> : null}
    </Cell>
  );
}
