import { toast } from "@/components/ui/toast-store.ts";

/** Toasts for a change made by a press: done, or what went wrong. A form says the latter itself. */
export function saved(title: string, detail?: string) {
  return {
    onSuccess: () => void toast.success(title, detail),
    onError: (error: Error) => void toast.error("Not saved", error.message),
  };
}
