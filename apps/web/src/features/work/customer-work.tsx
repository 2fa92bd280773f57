import { CaseCell } from "./components/case-cell.tsx";
import { KeepingCell } from "./components/keeping-cell.tsx";
import { NotesCell } from "./components/notes-cell.tsx";
import { TaskDialog } from "./components/task-dialog.tsx";
import { TasksCell } from "./components/tasks-cell.tsx";

/** What people do with a customer, for its page: who looks after it, the risk case, tasks, notes. */
export function CustomerWork({ customerId }: { customerId: string }) {
  return (
    <>
      <KeepingCell customerId={customerId} />
      <CaseCell customerId={customerId} />
      <TasksCell customerId={customerId} />
      <NotesCell customerId={customerId} />
    </>
  );
}

interface NewTaskDialogProps {
  customerId: string;
  /** What is to be done, as it is offered. */
  title: string;
  onClose: () => void;
}

/** A task for the customer, of what another part of its page proposes. */
export function NewTaskDialog(props: NewTaskDialogProps) {
  return <TaskDialog task={null} {...props} />;
}
