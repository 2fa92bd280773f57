import { PRODUCT_NAME } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Section } from "./section.tsx";

const questions: readonly { id?: string; question: string; answer: ReactNode }[] = [
  {
    id: "pricing",
    question: "What does it cost?",
    answer: `Nothing. ${PRODUCT_NAME} is open source under the MIT license, with no paid edition and no limits on customers, seats or calls. You pay for the machine it runs on.`,
  },
  {
    question: "Where do our customers' data go?",
    answer:
      "Nowhere. They stay in the database of this installation. There is no telemetry, no font or script comes from elsewhere, and a call to another system goes out only where somebody connected it.",
  },
  {
    question: "How much data does it need?",
    answer:
      "A list of customers with some who have left is enough to begin. Before it trains, it says what is known, what is missing, and whether a model is possible at all.",
  },
  {
    question: "Which files does it read?",
    answer:
      "CSV, TSV, Excel and JSON, in any size, also zipped: customers, subscriptions, invoices or orders, payments and events. Columns are recognised, and matched by hand where they are not.",
  },
  {
    question: "Can we see how good it is before we rely on it?",
    answer:
      "Yes. Each model is measured on customers it had not seen, with intervals, and compared with simple rules of thumb. It takes the place of the one in use only if it is better.",
  },
  {
    question: "Does it run without the cloud?",
    answer:
      "Yes: on a laptop, a server of your own, or several of them over one PostgreSQL. It needs npm, and no connection to the internet once it is installed.",
  },
];

export function Questions() {
  return (
    <Section id="questions" title="Questions">
      <dl className="m-0 grid gap-x-12 gap-y-7 md:grid-cols-2">
        {questions.map(({ id, question, answer }) => (
          <div key={question} {...(id === undefined ? {} : { id })} className="scroll-mt-6">
            <dt className="text-lead font-strong text-ink">{question}</dt>
            <dd className="m-0 pt-1 text-body text-ink-2">{answer}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
