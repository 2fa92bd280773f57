import { taskInput } from "@forestay/contracts/schemas";
import type { AnalysisCustomer } from "@forestay/contracts/wire";
import { stepTaskTitle } from "@forestay/contracts/words";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { DayField } from "@/components/form/day-field.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { PersonSelect } from "@/components/work/person-select.tsx";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useAddTask } from "../api/task-queries.ts";
import { notGivenWords, toBeGiven } from "../hooks/task-words.ts";

interface CreateTasksProps {
  customers: readonly AnalysisCustomer[];
  className?: string;
}

/** A task for each customer who is still here and has none: its next step, for somebody to do. */
export function CreateTasks({ customers, className }: CreateTasksProps) {
  // Whom it was opened for: those who have theirs by now leave the list below it, not the dialog.
  const [asked, setAsked] = useState<readonly AnalysisCustomer[] | null>(null);
  if (customers.every(({ hasLeft }) => hasLeft)) return null;
  const left = toBeGiven(customers);
  return (
    <Authorize policy="customers:write">
      <Button
        variant="primary"
        icon={<ListPlus />}
        className={className}
        disabled={left.length === 0}
        onClick={() => setAsked(left)}
      >
        {left.length === 0 ? "Tasks added" : "Create tasks"}
      </Button>
      {asked === null ? null : (
        <TasksDialog customers={asked} others={notGivenWords(customers)} onClose={() => setAsked(null)} />
      )}
    </Authorize>
  );
}

const titleOf = ({ recommendations }: AnalysisCustomer) => stepTaskTitle(recommendations[0]?.title);

const tasksForm = taskInput.pick({ assigneeUserId: true, dueOn: true });

function TasksDialog({
  customers,
  others,
  onClose,
}: Pick<CreateTasksProps, "customers"> & { others: string | null; onClose: () => void }) {
  const { id: myId } = useCurrentUser();
  const add = useAddTask();
  const form = useServerForm({
    schema: tasksForm,
    defaultValues: { assigneeUserId: myId, dueOn: null },
    send: async (shared) => {
      // Where a later one fails, trying again finds those that are there and adds the rest.
      for (const one of customers)
        await add.mutateAsync({
          customerId: one.customerId,
          title: titleOf(one),
          unlessOpen: true,
          ...shared,
        });
      return customers.length;
    },
    onSent: (count) => {
      // A colleague's of a moment ago is the task too.
      toast.success(`${formatCounted(count, "customer")} ${count === 1 ? "has" : "have"} a task`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        // What is on its way is seen to its end.
        if (!next && !form.isPending) onClose();
      }}
      title={`Create ${formatCounted(customers.length, "task")}`}
      description={["One for each customer, with the next step as what is to be done.", others]
        .filter(Boolean)
        .join(" ")}
      footer={
        <>
          <DialogClose asChild>
            <Button disabled={form.isPending}>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="tasks"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Adding..."
          >
            Create
          </Button>
        </>
      }
    >
      <form id="tasks" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <ul className="m-0 list-none divide-y divide-line rounded-control border border-line p-0 text-ui">
          {customers.map((one) => (
            <li key={one.customerId} className="flex flex-wrap justify-between gap-x-3 px-3 py-2">
              <span className="font-strong text-ink">{one.fullName}</span>
              <span className="text-ink-2">{titleOf(one)}</span>
            </li>
          ))}
        </ul>
        <FormField form={form} name="assigneeUserId" label="Whose tasks">
          {({ value, onChange, ...control }) => (
            <PersonSelect {...control} label="Whose tasks" value={value ?? null} onChange={onChange} />
          )}
        </FormField>
        <DayField form={form} name="dueOn" label="Due" hint="optional" />
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}
