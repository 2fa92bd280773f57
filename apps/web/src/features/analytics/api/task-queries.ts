import { workEndpoints } from "@forestay/contracts/wire";
import type { TaskAddition } from "@forestay/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { analyticsKeys, customerKeys, workKeys } from "@/lib/api/query-keys.ts";

/** A task of one customer. */
export function useAddTask() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ customerId, ...body }: TaskAddition & { customerId: string }) =>
      callOnce(workEndpoints.addTask, { params: { id: customerId }, body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: workKeys.all }),
        queryClient.invalidateQueries({ queryKey: analyticsKeys.customers }),
        queryClient.invalidateQueries({ queryKey: customerKeys.events }),
      ]),
  });
}
