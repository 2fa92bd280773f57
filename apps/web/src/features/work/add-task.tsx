import { TaskDialog } from "./components/task-dialog.tsx";

interface AddTaskProps {
  customerId: string;
  /** What is to be done, as it is suggested. */
  title: string;
  onClose: () => void;
}

/** A new task for a customer, from another feature's list. */
export function AddTask(props: AddTaskProps) {
  return <TaskDialog {...props} task={null} />;
}
