import type { ReactNode } from "react";

interface SectionProps {
  /** What a link scrolls to. */
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      // Below the first screen: laid out when it comes near, so that the first words are drawn sooner.
      className="scroll-mt-6 border-t border-line py-12 [contain-intrinsic-size:auto_320px] [content-visibility:auto] md:py-16"
    >
      <h2
        id={`${id}-title`}
        tabIndex={-1}
        className="m-0 max-w-3xl text-[clamp(1.5rem,3.4vw,2.25rem)]/[1.12] font-strong tracking-[-0.034em] text-ink outline-none"
      >
        {title}
      </h2>
      {lead === undefined ? null : <p className="m-0 max-w-2xl pt-3 text-lead text-ink-2">{lead}</p>}
      <div className="pt-7">{children}</div>
    </section>
  );
}
