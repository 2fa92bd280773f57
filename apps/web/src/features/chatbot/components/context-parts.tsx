import type { ReactNode } from "react";

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
