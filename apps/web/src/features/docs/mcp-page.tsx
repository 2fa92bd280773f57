import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { StepList } from "@/components/ui/step-list.tsx";
import type { Step } from "@/components/ui/step-list.tsx";
import { DocLink } from "./doc-link.tsx";

const questions = [
  "Which ten customers should we call first this week, and what about?",
  "Why is the score of ada@example.com so high, and what could we do?",
  "How many customers on Pro above 500 a month are at High or Critical?",
  "How did revenue retention move over the last 90 days, and which plan loses most?",
  "Did the last import go through, and what was wrong with it?",
];

const steps: readonly Step[] = [
  {
    title: "Make a key for the client",
    children: (
      <p className="m-0">
        An Owner opens <DocLink to="/app/settings?section=mcp">Settings, MCP</DocLink> and follows “Make a key
        for it”. Make one for each client, so that one can be revoked without the others. The key is shown
        once.
      </p>
    ),
  },
  {
    title: "Point the client at this server",
    children: (
      <p className="m-0">
        The same page has the text for Claude Code, Claude Desktop, VS Code and other clients, with this
        server’s address in it. Put the key into its place. The client then lists the tools that the key
        allows.
      </p>
    ),
  },
  {
    title: "Ask in your own words",
    children: (
      <>
        <p className="m-0">The client chooses the tools. Questions such as these are answered:</p>
        <ul className="m-0 mt-2 list-disc pl-5">
          {questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </>
    ),
  },
  {
    title: "Check what it says",
    children: (
      <p className="m-0">
        The tools answer with the numbers that the screens show, and say what is not known. A model may still
        add up or read them wrongly: open the customer or the figure before you act on it. A score is a
        chance, and a factor goes with leaving without proving that it is the cause.
      </p>
    ),
  },
  {
    title: "Decide whether it may write",
    children: (
      <p className="m-0">
        At the address that reads nothing can be changed. At the one that also writes a client can add notes,
        tasks and tags, and nothing else; each stands in the audit log under the key’s name. Names and notes
        can hold text that was written to mislead a model, so keep to reading unless you need more.
      </p>
    ),
  },
  {
    title: "Know where the data goes",
    children: (
      <p className="m-0">
        What a client reads, names and addresses of customers too, goes to the model it uses, under the terms
        of whoever runs that model. Without a client and a key nothing is sent anywhere.
      </p>
    ),
  },
];

/** How to ask about the company's customers from a client of the Model Context Protocol. */
export function McpPage() {
  return (
    <div className="max-w-170">
      <PageHeader
        title="AI clients (MCP)"
        subtitle="Ask about your customers, scores and figures from Claude, VS Code and other clients of the Model Context Protocol"
      />
      <Sheet className="px-5 py-6 md:px-8 md:py-8">
        <StepList steps={steps} />
      </Sheet>
    </div>
  );
}
