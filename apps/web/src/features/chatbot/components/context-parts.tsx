import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { cn } from "@/lib/style/cn.ts";

interface BesideMessagesProps {
  /** Names it for a reader. */
  label: string;
  /** Where there is no room beside them: shown in their place. */
  isShown: boolean;
  onBack: () => void;
  children: ReactNode;
}

/** What is known of a conversation, beside its messages where the pane is wide enough, else in their place. */
export function BesideMessages({ label, isShown, onBack, children }: BesideMessagesProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cn(
        "min-h-0 overflow-y-auto border-line -outline-offset-2 @3xl:w-67.5 @3xl:border-l",
        !isShown && "@max-3xl:hidden",
      )}
    >
      <div className="border-b border-line px-3 py-2 @3xl:hidden">
        <Button variant="ghost" icon={<ArrowLeft aria-hidden />} onClick={onBack}>
          Back to the messages
        </Button>
      </div>
      {children}
    </div>
  );
}

/** A part of what is said beside a conversation, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-4.5 py-4">
      <h2 className="m-0 mb-2.5 text-ui font-strong">{title}</h2>
      {children}
    </section>
  );
}

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="m-0 flex justify-between gap-3 py-1 text-note">
    <span className="shrink-0 text-ink-2">{label}</span>
    <span className="min-w-0 text-right wrap-anywhere">{children}</span>
  </p>
);
