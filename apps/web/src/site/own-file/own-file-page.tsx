import { renderToString } from "react-dom/server";
import { Contours } from "@/components/ui/contours.tsx";
import type { SitePage } from "../site-page.ts";
import { OwnFile } from "./own-file.tsx";

export const ownFilePage: SitePage = {
  path: "/own-file",
  title: "Try it on your own file",
  description:
    "Drop a list of customers and get a first churn analysis in your browser: who resembles those who left, how sure it is, and why. Nothing is uploaded.",
  body: (
    <>
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-full overflow-hidden">
        <Contours centerX={92} centerY={10} rings={8} gap={84} />
      </div>
      <h1 className="m-0 pt-6 text-[clamp(2rem,5vw,2.75rem)]/[1.1] font-strong tracking-[-0.036em] text-ink md:pt-10">
        Try it on your own file
      </h1>
      <p className="m-0 max-w-2xl pt-3 pb-7 text-lead text-ink-2">
        Drop a customer list. The analysis runs in this page, on your computer. Nothing is uploaded, and
        closing the tab forgets it.
      </p>
      <noscript>
        <p className="m-0 pb-5 text-body text-ink">
          The analysis runs in your browser, which needs JavaScript for it. Without it, sign up and import the
          file: the server then does the same.
        </p>
      </noscript>
      {/* Drawn apart, as the browser takes it over apart. */}
      <div data-own-file dangerouslySetInnerHTML={{ __html: renderToString(<OwnFile />) }} />
      <p className="m-0 max-w-3xl pt-4 text-ui text-ink-2">
        A first look, not a promise: one file shows who resembles those who left, not who will leave by a
        date. With dated history the product says within 90 days and measures itself each month.
      </p>
    </>
  ),
};
