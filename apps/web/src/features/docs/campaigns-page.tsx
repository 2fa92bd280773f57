import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { DocLink } from "./doc-link.tsx";

/** How a campaign's effect is measured, and how far its verdict can be believed. */
export function CampaignsDocsPage() {
  return (
    <div className="max-w-190">
      <PageHeader
        title="Campaigns"
        subtitle="How their effect is measured, and how far the verdict can be believed"
      />
      <Sheet className="flex flex-col gap-7 px-5 py-6 md:px-8 md:py-8">
        <Part title="Some are held out">
          When a customer enters a <DocLink to="/app/campaigns">campaign</DocLink>, chance decides once
          whether they get it or are held out. The draw is a keyed hash of customer and campaign, so that
          asking again gives the same answer and nobody can choose. Whoever is held out gets no step of it, by
          any channel. A tenth is held out unless you move it; the editor says how small a difference each
          size could show for your audience.
        </Part>
        <Part title="What is compared">
          Everyone who was drawn counts, whether or not a message reached them (intention to treat), a fixed
          number of days after they entered: the share still a customer of those drawn, less that of those
          held out. Opens and clicks are shown, and decide nothing: most who click would have stayed anyway.
        </Part>
        <Part title="Two intervals">
          On the planned day the difference is read by Newcombe&apos;s 95% interval, once. On every day
          before, by an interval that may be looked at as often as you like: it is 1.39 times as wide on the
          planned day and wider before. Reading the ordinary interval daily would find effects that are not
          there. &quot;Not conclusive yet&quot; stands while the interval holds no effect at all.
        </Part>
        <Part title="How well that works">
          Of 2,000 simulated campaigns with a known effect, the interval of the planned day held it in 94.65%,
          and the one for daily looks held it on every one of 40 days in 97.45%. Of 2,000 campaigns without
          any effect, 3.35% were called effective on some day. The ordinary interval, looked at daily, would
          have called 16.85% of them effective.
        </Part>
        <Part title="What stops a start">
          A field without a value for more than 5% of the audience, a missing postal address, an audience of
          nobody, or one ten times what you saw. One that grows tenfold while it runs is paused, and waits for
          you.
        </Part>
      </Sheet>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="m-0 pb-1.5 text-body font-strong text-ink">{title}</h2>
      <p className="m-0 text-body text-ink-2">{children}</p>
    </section>
  );
}
