import type { ReactNode } from "react";
import { AssistantButton } from "./assistant-button.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { WaitlistDialog } from "./waitlist-dialog.tsx";

/** Every public page: skip link, header, what it is about, footer, and the waiting list's dialog. */
export function SiteLayout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-x-clip bg-canvas">
      <a
        href="#main"
        className="sr-only z-30 rounded-control bg-raised px-4 py-2 text-ui text-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <SiteHeader path={path} />
      <main id="main" tabIndex={-1} className="relative z-10 mx-auto w-full max-w-330 grow px-4 md:px-8">
        {children}
      </main>
      <SiteFooter />
      <WaitlistDialog />
      <AssistantButton />
    </div>
  );
}
