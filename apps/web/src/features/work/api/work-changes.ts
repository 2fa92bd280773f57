import { caseEndpoints, tagEndpoints, workEndpoints } from "@forestay/contracts/wire";
import type { CaseInput, EndpointBody, NoteInput, Task, TaskInput } from "@forestay/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { customerKeys, segmentKeys, workKeys } from "@/lib/api/query-keys.ts";

/** A change of what is kept of a customer: lists of work, its timeline, and rules that ask for it are read anew. */
function useChange<In, Out>(change: (input: In) => Promise<Out>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: workKeys.all }),
        queryClient.invalidateQueries({ queryKey: customerKeys.events }),
      ]),
    // Refused because somebody changed it meanwhile: what it says now is shown before another try.
    onError: () => queryClient.invalidateQueries({ queryKey: workKeys.all }),
  });
}

/** What is to be deleted, as it was seen. */
interface Seen {
  id: string;
  version: number;
}

export const useSetOwner = (customerId: string) =>
  useChange((body: Required<EndpointBody<typeof workEndpoints.setOwner>>) =>
    call(workEndpoints.setOwner, { params: { id: customerId }, body }),
  );

export function useAddTag(customerId: string) {
  const queryClient = useQueryClient();
  return useChange(async (name: string) => {
    const tag = await callOnce(tagEndpoints.add, { params: { id: customerId }, body: { name } });
    // A new tag is one more thing that rules can ask for.
    void queryClient.invalidateQueries({ queryKey: segmentKeys.fields });
    return tag;
  });
}

export const useRemoveTag = (customerId: string) =>
  useChange((tagId: string) => call(tagEndpoints.remove, { params: { id: customerId, tagId } }));

export const useAddNote = (customerId: string) =>
  useChange((body: NoteInput) => callOnce(workEndpoints.addNote, { params: { id: customerId }, body }));

export const useChangeNote = () =>
  useChange(({ id, ...body }: EndpointBody<typeof workEndpoints.changeNote> & { id: string }) =>
    call(workEndpoints.changeNote, { params: { id }, body }),
  );

export const useDeleteNote = () =>
  useChange(({ id, version }: Seen) =>
    call(workEndpoints.deleteNote, { params: { id }, query: { version } }),
  );

export const useAddTask = (customerId: string) =>
  useChange((body: TaskInput) => callOnce(workEndpoints.addTask, { params: { id: customerId }, body }));

export const useChangeTask = () =>
  useChange(({ id, ...body }: EndpointBody<typeof workEndpoints.changeTask> & { id: string }) =>
    call(workEndpoints.changeTask, { params: { id }, body }),
  );

export const useDeleteTask = () =>
  useChange(({ id, version }: Seen) =>
    call(workEndpoints.deleteTask, { params: { id }, query: { version } }),
  );

/** A task as it is sent, with what is to be another way. */
export const taskAsSent = (
  task: Task,
): Required<TaskInput> & { id: string; isDone: boolean; version: number } => ({
  id: task.id,
  title: task.title,
  assigneeUserId: task.assignee?.userId ?? null,
  dueOn: task.dueOn,
  remindDaysBefore: task.remindDaysBefore,
  isDone: task.doneAt !== null,
  version: task.version,
});

export const useOpenCase = (customerId: string) =>
  useChange((body: CaseInput) => callOnce(caseEndpoints.open, { params: { id: customerId }, body }));

export const useChangeCase = () =>
  useChange(({ id, ...body }: EndpointBody<typeof caseEndpoints.change> & { id: string }) =>
    call(caseEndpoints.change, { params: { id }, body }),
  );

/** Closing and opening again can change whether the customer has left. */
export function useCloseCase() {
  const queryClient = useQueryClient();
  return useChange(async ({ id, ...body }: EndpointBody<typeof caseEndpoints.close> & { id: string }) => {
    const closed = await callOnce(caseEndpoints.close, { params: { id }, body });
    void queryClient.invalidateQueries({ queryKey: customerKeys.all });
    return closed;
  });
}

export function useReopenCase() {
  const queryClient = useQueryClient();
  return useChange(async (id: string) => {
    const opened = await callOnce(caseEndpoints.reopen, { params: { id } });
    void queryClient.invalidateQueries({ queryKey: customerKeys.all });
    return opened;
  });
}
