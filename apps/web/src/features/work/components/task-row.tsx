import type { Task } from "@forestay/contracts/wire";
import { useState } from "react";
import { Link } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { taskAsSent, useChangeTask } from "../api/work-changes.ts";
import { dueWords } from "../hooks/due-words.ts";
import { TaskDialog } from "./task-dialog.tsx";

interface TaskRowProps {
  task: Task;
  /** Names the customer: where tasks of several stand together. */
  namesCustomer?: boolean;
}

/** A task: done by its box, changed by a press on its words. */
export function TaskRow({ task, namesCustomer = false }: TaskRowProps) {
  const [isEditing, setEditing] = useState(false);
  const change = useChangeTask();
  const mayWrite = usePolicy("customers:write");
  const isDone = task.doneAt !== null;
  const due = dueWords(task);
  return (
    <li className="flex min-h-10.5 items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <Checkbox
        hideLabel
        label={`Done: ${task.title}`}
        checked={isDone}
        disabled={!mayWrite || change.isPending}
        onChange={(on) =>
          change.mutate(
            { ...taskAsSent(task), isDone: on },
            { onError: (error) => toast.error("The task was not changed", error.message) },
          )
        }
      />
      <span className="flex min-w-0 flex-1 flex-col">
        {mayWrite ? (
          <button
            type="button"
            onClick={() => setEditing(true)}
            className={cn(
              "rounded-check text-left text-ui [overflow-wrap:anywhere] hover:underline",
              isDone ? "text-ink-3 line-through" : "text-ink",
            )}
          >
            {task.title}
          </button>
        ) : (
          <span
            className={cn(
              "text-ui [overflow-wrap:anywhere]",
              isDone ? "text-ink-3 line-through" : "text-ink",
            )}
          >
            {task.title}
          </span>
        )}
        {namesCustomer ? (
          <Link
            to={`/app/customers/${task.customer.id}`}
            className="inline-flex min-h-6 w-fit items-center rounded-check text-note text-ink-2 no-underline hover:underline"
          >
            {task.customer.name}
          </Link>
        ) : null}
      </span>
      {due === null ? null : (
        <span
          className={cn(
            "shrink-0 text-note",
            task.isOverdue || task.isDueToday ? "font-strong text-risk-high-text" : "text-ink-2",
          )}
        >
          {due}
        </span>
      )}
      {task.assignee === null ? (
        <span className="shrink-0 text-note text-ink-3">Nobody's</span>
      ) : (
        <span title={task.assignee.name}>
          <Avatar name={task.assignee.name} id={task.assignee.userId} size={24} />
          <span className="sr-only">{task.assignee.name}</span>
        </span>
      )}
      {isEditing ? (
        <TaskDialog customerId={task.customer.id} task={task} onClose={() => setEditing(false)} />
      ) : null}
    </li>
  );
}
