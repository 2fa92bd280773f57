import { PRODUCT_NAME } from "@forestay/contracts/wire";
import { Contours } from "@/components/ui/contours.tsx";
import { JoinButton } from "../layout/join-button.tsx";
import { SiteButtonLink } from "../layout/site-link.tsx";
import type { SitePage } from "../site-page.ts";
import { SampleSection } from "../sample/sample-section.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { MeasuredModel } from "./measured-model.tsx";
import { ProductView } from "./product-view.tsx";
import { Questions } from "./questions.tsx";
import { Section } from "./section.tsx";

export const landingPage: SitePage = {
  path: "/",
  title: `${PRODUCT_NAME}: see who is about to leave, and what will keep them`,
  description: `${PRODUCT_NAME} scores every customer for churn risk, explains each score in plain words, and lines up the next step. Open source, on your own machine.`,
  body: (
    <>
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-200 overflow-hidden">
        <Contours centerX={86} centerY={34} rings={7} gap={92} />
      </div>
      <div className="grid items-end gap-x-12 gap-y-6 pt-10 pb-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:pt-16">
        <h1 className="m-0 text-[clamp(2.25rem,5.2vw,4rem)]/[1.05] font-strong tracking-[-0.036em] text-ink">
          See who’s about to leave, and what will keep them.
        </h1>
        <div>
          <p className="m-0 text-lead text-ink-2">
            {PRODUCT_NAME} scores every customer for churn risk, explains each score in plain words, and lines
            up the next step.
          </p>
          <p className="m-0 flex flex-wrap gap-3 pt-5">
            <JoinButton />
            <SiteButtonLink href="/book-demo">Book a demo</SiteButtonLink>
          </p>
        </div>
      </div>
      <ProductView />
      <HowItWorks />
      <Section
        id="explained"
        title="A score that says why"
        lead="Change the customer, and the engine explains the new score on the spot."
      >
        <SampleSection />
      </Section>
      <Section
        id="measured"
        title="A score that has to hold"
        lead="A score of 30 means that about 30 in 100 such customers leave within 90 days. Whether that is so is measured, and shown."
      >
        <ul className="m-0 grid list-none gap-x-10 gap-y-5 p-0 text-body text-ink-2 md:grid-cols-3">
          <li>
            <strong className="block font-strong text-ink">On customers it had not seen</strong>
            Every training keeps customers back. What is shown (AUC, PR-AUC, Brier score, calibration, lift)
            comes from them, each with its interval.
          </li>
          <li>
            <strong className="block font-strong text-ink">Against what it was promised</strong>
            Scores are kept, and looked at again when their time is over: of those who scored 30, how many
            left.
          </li>
          <li>
            <strong className="block font-strong text-ink">It says when it is weak</strong>
            With too few outcomes there is no model. You get rules then, labelled as rules, and what would
            make a model possible.
          </li>
        </ul>
        <MeasuredModel />
        <p className="m-0 pt-6 text-body">
          <a href="/docs/is-the-model-any-good" className="font-strong text-brand-text">
            How a model is measured
          </a>
        </p>
      </Section>
      <Section
        id="run-it"
        title="One command, your machine"
        lead="npm brings everything along: Node, the database, the sample company. Nothing else is installed, and nothing leaves the machine."
      >
        <pre className="m-0 rounded-sheet border border-line bg-sheet px-5 py-4 font-mono text-body text-ink">
          <code>npm start</code>
        </pre>
        <p className="m-0 pt-3 text-ui text-ink-2">
          Typed in a copy of the program’s repository, it prints one address with demo sign-ins. Ctrl-C stops
          all of it. How it is kept running on a server is said in{" "}
          <a href="/docs/deployment" className="font-strong text-brand-text">
            self-hosting
          </a>
          .
        </p>
      </Section>
      <Section
        id="calculator"
        title="What does churn cost you?"
        lead="Five numbers, no sign-up, and nothing leaves your browser."
      >
        <p className="m-0">
          <SiteButtonLink href="/churn-calculator" look="primary">
            Open the churn calculator
          </SiteButtonLink>
        </p>
      </Section>
      <Section
        id="own-file"
        title="Try it on your own file"
        lead="Drop a list of customers and get a first answer in your browser. Nothing is uploaded."
      >
        <p className="m-0">
          <SiteButtonLink href="/own-file">Choose a file</SiteButtonLink>
        </p>
      </Section>
      <Questions />
    </>
  ),
};
