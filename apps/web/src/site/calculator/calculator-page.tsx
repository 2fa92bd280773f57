import { renderToString } from "react-dom/server";
import { Contours } from "@/components/ui/contours.tsx";
import type { SitePage } from "../site-page.ts";
import { Calculator } from "./calculator.tsx";

export const calculatorPage: SitePage = {
  path: "/churn-calculator",
  title: "Churn calculator",
  description:
    "What churn costs you, and what keeping a few customers more would be worth: rates, lifetimes and revenue over 12, 24 or 36 months. No sign-up, nothing is sent anywhere.",
  body: (
    <>
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-full overflow-hidden print:hidden">
        <Contours centerX={2} centerY={92} rings={7} gap={86} />
      </div>
      <h1 className="m-0 pt-6 text-[clamp(2rem,5vw,2.75rem)]/[1.1] font-strong tracking-[-0.036em] text-ink md:pt-10">
        What does churn cost you?
      </h1>
      <p className="m-0 max-w-2xl pt-3 pb-7 text-lead text-ink-2">
        Five numbers, no sign-up, and nothing leaves your browser. Move a slider and the answer moves with it.
      </p>
      <noscript>
        <p className="m-0 pb-5 text-body text-ink">
          The answer below is that of an example. With JavaScript turned on, it becomes yours.
        </p>
      </noscript>
      {/* Drawn apart, as the browser takes it over apart: ids in it count from its own root. */}
      <div data-calculator dangerouslySetInnerHTML={{ __html: renderToString(<Calculator />) }} />
    </>
  ),
};
