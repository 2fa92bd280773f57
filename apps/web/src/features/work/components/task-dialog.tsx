import { taskInput } from "@forestay/contracts/schemas";
import { remindChoices } from "@forestay/contracts/wire";
import type { Task } from "@forestay/contracts/wire";
import { ChangedMeanwhile } from "@/components/form/changed-meanwhile.tsx";
import { DayField } from "@/components/form/day-field.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { PersonSelect } from "@/components/work/person-select.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { taskAsSent, useAddTask, useChangeTask, useDeleteTask } from "../api/work-changes.ts";
import { dayWords, remindWords } from "../hooks/due-words.ts";

const never = "never";

interface TaskDialogProps {
  customerId: string;
  /** The one being edited; null: a new one. */
  task: Task | null;
  /** What a new one begins with. */
  title?: string;
  onClose: () => void;
}

const changesOf = (before: Task, now: Task) => [
  before.title === now.title ? null : `What is to be done: ${now.title}`,
  before.assignee?.userId === now.assignee?.userId ? null : `Whose task: ${now.assignee?.name ?? "nobody's"}`,
  before.dueOn === now.dueOn ? null : `Due: ${now.dueOn === null ? "no day" : dayWords(now.dueOn)}`,
  before.remindDaysBefore === now.remindDaysBefore ? null : `Reminder: ${remindWords(now.remindDaysBefore)}`,
  (before.doneAt === null) === (now.doneAt === null)
    ? null
    : now.doneAt === null
      ? "It is open again"
      : `${now.doneBy ?? "Somebody"} has done it`,
];

/** What is to be done, by whom, until when, and when to be reminded. Another's change meanwhile is shown, and what was typed kept. */
export function TaskDialog({ customerId, task, title = "", onClose }: TaskDialogProps) {
  const { id: myId } = useCurrentUser();
  const add = useAddTask(customerId);
  const change = useChangeTask();
  const remove = useDeleteTask();
  const form = useServerForm({
    schema: taskInput,
    defaultValues:
      task === null ? { title, assigneeUserId: myId, dueOn: null, remindDaysBefore: null } : taskAsSent(task),
    ...(task === null ? {} : { values: taskAsSent(task) }),
    send: (body) =>
      task === null
        ? add.mutateAsync(body)
        : change.mutateAsync({
            id: task.id,
            isDone: task.doneAt !== null,
            version: task.version,
            ...body,
          }),
    onSent: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={task === null ? "Add a task" : "Edit the task"}
      footer={
        <>
          {task === null ? null : (
            <Button
              variant="ghost"
              className="mr-auto"
              pending={remove.isPending}
              pendingLabel="Deleting..."
              onClick={() =>
                remove.mutate(
                  { id: task.id, version: task.version },
                  {
                    onSuccess: () => {
                      toast.success("The task is deleted");
                      onClose();
                    },
                    onError: (error) => toast.error("The task was not deleted", error.message),
                  },
                )
              }
            >
              Delete
            </Button>
          )}
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="task"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Saving..."
          >
            {task === null ? "Add task" : "Save"}
          </Button>
        </>
      }
    >
      <form id="task" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField form={form} name="title" label="What is to be done" fieldSize="lg" maxLength={200} />
        <FormField form={form} name="assigneeUserId" label="Whose task">
          {({ value, onChange, ...control }) => (
            <PersonSelect {...control} label="Whose task" value={value ?? null} onChange={onChange} />
          )}
        </FormField>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <DayField form={form} name="dueOn" label="Due" hint="optional" />
          <FormField form={form} name="remindDaysBefore" label="Reminder">
            {({ value, onChange, ...control }) => (
              <Select
                {...control}
                value={value === null || value === undefined ? never : String(value)}
                onChange={(next) => onChange(next === never ? null : Number(next))}
                options={[
                  { value: never, label: remindWords(null) },
                  ...remindChoices.map((days) => ({ value: String(days), label: remindWords(days) })),
                ]}
              />
            )}
          </FormField>
        </div>
        {task === null ? null : <ChangedMeanwhile now={task} what="this task" changesOf={changesOf} />}
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}
