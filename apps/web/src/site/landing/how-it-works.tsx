import { Section } from "./section.tsx";

const steps = [
  {
    title: "Bring your customers",
    words:
      "A file, or the system you bill with. Columns are recognised, a dry run shows what would change, and every import can be undone for seven days.",
  },
  {
    title: "Read who is at risk, and why",
    words:
      "A model learns from your own leavers. Each customer gets a chance of leaving within 90 days, and the reasons that add up to it.",
  },
  {
    title: "Do the next thing",
    words:
      "Whom to call first, by chance and revenue. What you did is kept beside the customer, and its effect is measured against similar ones.",
  },
] as const;

export function HowItWorks() {
  return (
    <Section id="how-it-works" title="From a file to a plan in three steps">
      <ol className="m-0 grid list-none gap-x-10 gap-y-8 p-0 md:grid-cols-3">
        {steps.map(({ title, words }, index) => (
          <li key={title}>
            <span aria-hidden className="text-figure font-strong text-brand-text">
              {index + 1}
            </span>
            <h3 className="m-0 pt-1 text-lead font-strong text-ink">{title}</h3>
            <p className="m-0 pt-1.5 text-body text-ink-2">{words}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
