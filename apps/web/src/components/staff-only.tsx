import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Authorize } from "@/lib/auth/index.ts";

/** Content for platform staff; anybody else is told who can open the page. */
export function StaffOnly({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Authorize
      policy="admin:users"
      fallback={
        <>
          <PageHeader title={title} />
          <Sheet>
            <EmptyState
              title="This page is for platform staff"
              actions={
                <ButtonLink to="/app" variant="primary">
                  Go home
                </ButtonLink>
              }
            >
              A platform Admin or Moderator can open it.
            </EmptyState>
          </Sheet>
        </>
      }
    >
      {children}
    </Authorize>
  );
}
