import { CaseCell } from "./components/case-cell.tsx";
import { KeepingCell } from "./components/keeping-cell.tsx";
import { NotesCell } from "./components/notes-cell.tsx";
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
