import { chatContexts } from "@forestay/contracts/wire";
import type { PageContext } from "@forestay/contracts/wire";
import type { QuickAction } from "@/components/chat/quick-actions.tsx";

const words = new Set(["new", "suggested", "create"]);
const idAt = (segment: string | undefined) =>
  segment === undefined || words.has(segment) ? undefined : segment;

/** The page that somebody asks from, as its address says. */
export function pageContextOf(pathname: string, search = ""): PageContext {
  const routePath = pathname;
  const [, , area, first, second] = pathname.split("/");
  switch (area) {
    case undefined:
    case "":
    case "dashboard":
      return { type: chatContexts.Dashboard, routePath };
    case "customers":
      return first === undefined
        ? { type: chatContexts.Customers, routePath }
        : { type: chatContexts.CustomerDetail, routePath, customerId: first };
    case "analytics":
      return first === "churn-analysis" && second !== undefined
        ? { type: chatContexts.Analytics, routePath, analysisId: second }
        : { type: chatContexts.Analytics, routePath };
    case "segments": {
      const segmentId = idAt(first);
      return { type: chatContexts.Segments, routePath, ...(segmentId === undefined ? {} : { segmentId }) };
    }
    case "imports":
      return first === undefined
        ? { type: chatContexts.General, routePath }
        : { type: chatContexts.Import, routePath, importJobId: first };
    case "settings":
      return first === "integrations" || search.includes("section=integrations")
        ? { type: chatContexts.Integrations, routePath }
        : { type: chatContexts.General, routePath };
    case "campaigns":
      return { type: chatContexts.Campaigns, routePath };
    case "support":
      return { type: chatContexts.Support, routePath };
    default:
      return { type: chatContexts.General, routePath };
  }
}

const action = (label: string, question: string): QuickAction => ({ label, question });

const general = [
  action("What can you do", "What can you do?"),
  action("Who to call", "Who needs attention first?"),
  action("At risk", "What is our revenue at risk?"),
  action("Import a file", "How do I import customers?"),
  action("Invite people", "How do I invite a colleague?"),
];
const byPage: Record<string, readonly QuickAction[]> = {
  customer: [
    action("Explain score", "Why is the score what it is?"),
    action("Next step", "What should we do next?"),
    action("Summary", "Summarize this customer"),
    action("Open bills", "Any open bills?"),
    action("Notes", "What do the notes say?"),
  ],
  analysis: [
    action("How good", "How good is the model?"),
    action("Drivers", "What drives the scores?"),
    action("Attention", "How many need attention?"),
    action("At risk", "What revenue is at risk in this analysis?"),
  ],
  import: [
    action("What went wrong", "What went wrong?"),
    action("Created", "How many customers were created?"),
    action("Status", "What is the status of this import?"),
    action("Undo", "Can I undo an import?"),
  ],
  dashboard: [
    action("What changed", "What changed MRR last month?"),
    action("Who to call", "Who needs attention first?"),
    action("Drivers", "What drives the scores?"),
    action("At risk by plan", "What is our revenue at risk by plan?"),
    action("Failing payments", "How much is still open from failed payments?"),
  ],
  customers: [
    action("How many", "How many customers do we have?"),
    action("Critical", "List critical customers"),
    action("Largest", "Who are our biggest customers by revenue?"),
    action("A segment", "Make a segment of critical customers"),
  ],
  campaigns: [
    action("Who to reach", "Who needs attention first?"),
    action("Why they leave", "Why do customers leave?"),
    action("Segments", "Which segments do we have?"),
  ],
  segments: [
    action("All segments", "Which segments do we have?"),
    action("New segment", "Make a segment of critical customers"),
    action("How it works", "How do I create a segment?"),
  ],
  segment: [
    action("How many", "How many members are in this segment?"),
    action("At risk", "How much revenue is at risk in this segment?"),
    action("Members", "Who is in this segment?"),
    action("Came and went", "Who came and went in this segment?"),
  ],
  insights: [
    action("How long they stay", "How long do customers stay?"),
    action("Why they leave", "Why do customers leave?"),
    action("Findings", "What findings hold?"),
    action("By plan", "MRR by plan"),
  ],
  settings: [
    action("Systems", "Which systems are connected?"),
    action("How fresh", "How fresh is our data?"),
    action("Invite people", "How do I invite a colleague?"),
    action("Weekly report", "How do I get the weekly report by e-mail?"),
  ],
};

/** What people ask on a page, the most frequent first. */
export function quickActionsOf({
  type,
  routePath,
  analysisId,
  segmentId,
}: PageContext): readonly QuickAction[] {
  const at = (name: string) => byPage[name] ?? general;
  switch (type) {
    case chatContexts.Dashboard:
      return at("dashboard");
    case chatContexts.CustomerDetail:
      return at("customer");
    case chatContexts.Analytics:
      return at(analysisId === undefined ? "dashboard" : "analysis");
    case chatContexts.Segments:
      return at(segmentId === undefined ? "segments" : "segment");
    case chatContexts.Import:
      return at("import");
    case chatContexts.Customers:
      return at("customers");
    case chatContexts.Campaigns:
      return at("campaigns");
    case chatContexts.Integrations:
      return at("settings");
    default:
      if (routePath.startsWith("/app/insights")) return at("insights");
      return routePath.startsWith("/app/settings") ? at("settings") : general;
  }
}

/** What the box says before anything is typed. */
export function placeholderOf({ type }: PageContext): string {
  if (type === chatContexts.CustomerDetail) return "Ask about this customer";
  return type === chatContexts.Customers ? "Ask about your customers" : "Ask about this page";
}
