import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { RouterProvider } from "react-router/dom";
import { ToastStack } from "@/components/ui/toast-stack.tsx";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";
import { CrashFallback } from "./crash-fallback.tsx";
import { createQueryClient } from "./query-client.ts";
import { createRouter } from "./router.tsx";

/** The whole application: server data, tooltips, router, toasts, and the last net under all of them. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createRouter);
  return (
    <ErrorBoundary FallbackComponent={CrashFallback}>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <ToastStack />
        </TooltipProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
