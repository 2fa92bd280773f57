import { nanoid } from "nanoid";
import { create } from "zustand";

export type ToastType = "info" | "success" | "warning" | "error";

/** A message of the page itself, shown for a while. */
export interface Toast {
  /** Random, 21 characters. */
  id: string;
  type: ToastType;
  title: string;
  message?: string;
  /** Null: stays until closed (an error that needs action). */
  dismissAfterMs: number | null;
}

/** How long a toast stays that asks for nothing. */
export const TOAST_DISMISS_MS = 3000;

interface ToastState {
  toasts: readonly Toast[];
  /** Appends; dismisses itself after 3000 ms unless `autoDismiss` is false. Returns the id. */
  add: (toast: { type: ToastType; title: string; message?: string; autoDismiss?: boolean }) => string;
  dismiss: (id: string) => void;
}

export const useToastStore = create<ToastState>()((set) => ({
  toasts: [],
  add: ({ autoDismiss = true, ...toast }) => {
    const id = nanoid();
    set((state) => ({
      toasts: [...state.toasts, { ...toast, id, dismissAfterMs: autoDismiss ? TOAST_DISMISS_MS : null }],
    }));
    return id;
  },
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

const show =
  (type: ToastType) =>
  (title: string, message?: string, options: { autoDismiss?: boolean } = {}) =>
    useToastStore.getState().add({ type, title, ...(message === undefined ? {} : { message }), ...options });

/** Says that something happened: `toast.success("Import undone")`. */
export const toast = {
  info: show("info"),
  success: show("success"),
  warning: show("warning"),
  error: show("error"),
};
