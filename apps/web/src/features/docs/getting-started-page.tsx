import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { StepList } from "@/components/ui/step-list.tsx";
import type { Step } from "@/components/ui/step-list.tsx";
import { DocLink } from "./doc-link.tsx";

const steps: readonly Step[] = [
  {
    title: "Bring your customers in",
    children: (
      <p className="m-0">
        Open <DocLink to="/app/customers">Customers</DocLink> and press Import. CSV, TSV, JSON and XLSX files
        work, in any common encoding, with no row limit. Each customer needs an id or an e-mail address. With
        no file at hand, an Owner can try it with sample customers first, where this installation has them.
      </p>
    ),
  },
  {
    title: "Check how the columns are read",
    children: (
      <p className="m-0">
        Every column comes with a suggestion. Change what is wrong: the field it fills, its date order, its
        number style. Columns we have no field for are kept as extra attributes. A column that says who left
        teaches the model the most.
      </p>
    ),
  },
  {
    title: "Read the dry run, then confirm",
    children: (
      <p className="m-0">
        You see how many rows would be created, updated or skipped, which have errors, who would newly count
        as having left and what becomes of your monthly revenue, before anything is written. Where that is
        much, you are asked whether it is meant. Good rows are never lost because of bad ones; the error file
        lists each bad row with its reason. An import can be undone for 7 days.
      </p>
    ),
  },
  {
    title: "Give the model a past",
    children: (
      <p className="m-0">
        A model learns most from what came before leaving. A file with several rows per customer and a date
        (snapshot_date, month, as_of) is read as history: choose “Snapshot date” for that column, and each row
        becomes what was known of its customer on that day. An end date, or a label that turns to yes, says
        who left and when. Without such a file the history grows by itself: after each import, once in 30
        days, your customers are kept as they are.
      </p>
    ),
  },
  {
    title: "Run a churn analysis",
    children: (
      <p className="m-0">
        Select customers in the list, or none for all of them, and press Run churn analysis. A check tells you
        what is missing before you start. You can leave the page while it runs.
      </p>
    ),
  },
  {
    title: "Judge the model before you trust it",
    children: (
      <p className="m-0">
        The result opens with how well the scores did on customers the model had not seen. A score of 30
        should mean that about 30 in 100 such customers leave. With too few customers who left, the page says
        so and uses labelled rules instead.
      </p>
    ),
  },
  {
    title: "Open a customer",
    children: (
      <p className="m-0">
        The page shows the score, the factors that add up to it, and what happened lately. Start with the
        customers at the top of the list.
      </p>
    ),
  },
  {
    title: "Invite your team",
    children: (
      <p className="m-0">
        An Owner sends invitations from <DocLink to="/app/settings?section=team">Settings, Team</DocLink>.
        Viewers read, Staff change customers and run analyses, Owners also manage people, API keys and data.
        Where no mail server is set, the invitation lies under Mail in Settings; a platform Admin sees its
        link there and can pass it on.
      </p>
    ),
  },
  {
    title: "Make your account safe",
    children: (
      <p className="m-0">
        In <DocLink to="/app/settings?section=security">Settings, Security</DocLink> turn two-factor sign-in
        on, keep the recovery codes, and see where you are signed in; each place can be signed out from there,
        at once.
      </p>
    ),
  },
  {
    title: "Take your data along, or remove the sample",
    children: (
      <p className="m-0">
        <DocLink to="/app/settings?section=data">Settings, Data</DocLink> exports everything of your company
        as one file, and takes the sample data out with a count of what was removed.
      </p>
    ),
  },
];

/** Documentation of what works today; it grows with the product. */
export function GettingStartedPage() {
  return (
    <div className="max-w-170">
      <PageHeader
        title="Getting started"
        subtitle="From a file of customers to scores you can explain and a team that uses them, in ten steps"
      />
      <Sheet className="px-5 py-6 md:px-8 md:py-8">
        <StepList steps={steps} />
      </Sheet>
      <p className="m-0 pt-5 text-body">
        {/* Another page than the app's: the router does not know it. */}
        <a href="/docs" className="font-emphasis text-brand-text">
          All of the documentation
        </a>
      </p>
    </div>
  );
}
