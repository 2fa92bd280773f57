import { ArrowRight } from "lucide-react";
import { renderToString } from "react-dom/server";
import { Contours } from "@/components/ui/contours.tsx";
import type { SitePage } from "../site-page.ts";
import { BookDemo } from "./book-demo.tsx";

const agenda = [
  { when: "First", what: "What leaving means in your business" },
  { when: "Most of it", what: "Your question, on our sample company or on your own file" },
  { when: "At the end", what: "What it takes to run it: your server, your data" },
] as const;

export const bookingPage: SitePage = {
  path: "/book-demo",
  title: "Book a demo",
  description:
    "Time with a person, on your questions: choose from what is free at this moment. Moving or canceling takes one click.",
  body: (
    <>
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-full overflow-hidden">
        <Contours centerX={80} centerY={44} rings={9} gap={92} />
      </div>
      <div className="grid items-start gap-x-20 gap-y-12 pt-8 lg:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
        <div>
          <h1 className="m-0 text-[clamp(2rem,5vw,2.75rem)]/[1.1] font-strong tracking-[-0.036em] text-ink">
            Book a demo
          </h1>
          <p className="m-0 pt-2 pb-6 text-lead text-ink-2">Time with a person, on your questions.</p>
          <noscript>
            <p className="m-0 pb-5 text-body text-ink">
              Choosing a time needs JavaScript, because it shows what is free at this moment. Everything else
              on these pages works without it.
            </p>
          </noscript>
          {/* Drawn apart, as the browser takes it over apart. */}
          <div data-book-demo dangerouslySetInnerHTML={{ __html: renderToString(<BookDemo />) }} />
        </div>
        <div className="lg:pt-24">
          <figure className="m-0">
            <div className="h-60 overflow-hidden rounded-sheet border border-line-strong bg-sheet shadow-lg">
              <img
                src="/product-light.webp"
                width={1440}
                height={900}
                loading="lazy"
                alt="The top of the sample company's dashboard: revenue at risk, churn and retention."
                className="block h-auto w-[200%] max-w-none origin-top-left -translate-x-[21.5%] -translate-y-[6%] dark:hidden"
              />
              <img
                src="/product-dark.webp"
                width={1440}
                height={900}
                loading="lazy"
                alt="The top of the sample company's dashboard: revenue at risk, churn and retention."
                className="hidden h-auto w-[200%] max-w-none origin-top-left -translate-x-[21.5%] -translate-y-[6%] dark:block"
              />
            </div>
            <figcaption className="pt-2 text-note text-ink-2">From our sample company</figcaption>
          </figure>
          <h2 className="m-0 pt-8 pb-2 text-lead font-strong text-ink">What we talk about</h2>
          <dl className="m-0 divide-y divide-line border-y border-line text-body">
            {agenda.map(({ when, what }) => (
              <div key={when} className="flex gap-4 py-3">
                <dt className="w-24 shrink-0 text-ink-2">{when}</dt>
                <dd className="m-0 font-strong text-ink">{what}</dd>
              </div>
            ))}
          </dl>
          <p className="m-0 flex flex-wrap items-center justify-between gap-3 pt-4 text-body text-ink-2">
            Rather look on your own? No account needed.
            <a
              href="/own-file"
              className="inline-flex items-center gap-1.5 font-strong text-brand-text no-underline hover:underline"
            >
              Try it on your own file
              <ArrowRight aria-hidden className="size-4" />
            </a>
          </p>
        </div>
      </div>
    </>
  ),
};
