/** A page of the documentation: a file below the repository's `docs`, and what it is called in the contents. */
export interface DocPage {
  slug: string;
  /** Below `docs`. */
  file: string;
  title: string;
  description: string;
}

interface DocGroup {
  group: string;
  pages: readonly DocPage[];
}

/** Pages about single connected systems: whatever stands there is published, by its own heading and first words. */
export const PROVIDERS_FOLDER = "integrations";
const PROVIDERS_GROUP = "Connect";

/**
 * The documentation's contents, in the order in which they are read; read by the web's build, the public pages, the app and the assistant.
 * Files that are not here are for those who work on the product.
 */
const written: readonly DocGroup[] = [
  {
    group: "Start",
    pages: [
      {
        slug: "getting-started",
        file: "start/getting-started.md",
        title: "Getting started",
        description: "From a file of customers to scores that you can explain, step by step.",
      },
      {
        slug: "connect",
        file: "start/connecting-your-data.md",
        title: "Connect your data",
        description: "Which way in fits: a file, a connected system, the API, or events from your product.",
      },
      {
        slug: "importing-files",
        file: "start/importing-files.md",
        title: "Importing files",
        description: "What each kind of file needs, with samples to download, and what a dry run tells.",
      },
      {
        slug: "first-analysis",
        file: "start/first-analysis.md",
        title: "First analysis",
        description: "What is checked before a run, what happens while it runs, and how its result is read.",
      },
      {
        slug: "reading-a-score",
        file: "start/reading-a-score.md",
        title: "Reading a score",
        description: "What a score of 30 means, why a customer has it, and what to do with it.",
      },
    ],
  },
  {
    group: "Measure",
    pages: [
      {
        slug: "is-the-model-any-good",
        file: "start/is-the-model-any-good.md",
        title: "Is the model any good?",
        description: "How to judge a model before you trust it: ranking, calibration, lift, and leaks.",
      },
      {
        slug: "metrics",
        file: "metrics.md",
        title: "Metrics and formulas",
        description: "How every figure of revenue and retention is worked out, with its sources.",
      },
      {
        slug: "model-quality",
        file: "model-quality.md",
        title: "Quality of the engine",
        description: "How the churn engine does on public data sets, by fixed recipes that anybody can run.",
      },
      {
        slug: "glossary",
        file: "glossary.md",
        title: "Glossary",
        description: "The words of the product, one meaning each.",
      },
    ],
  },
  {
    group: "Keep customers",
    pages: [
      {
        slug: "segments",
        file: "start/segments.md",
        title: "Segments",
        description: "Groups of customers that a rule keeps up to date, and what they are good for.",
      },
      {
        slug: "criteria",
        file: "criteria.md",
        title: "The language of rules",
        description: "Every field, operator and group of a rule, and how exactly it is decided.",
      },
      {
        slug: "campaigns",
        file: "start/first-campaign.md",
        title: "First campaign",
        description: "How to contact customers so that you know afterwards what it changed: with a holdout.",
      },
      {
        slug: "recovery",
        file: "start/recovering-payments.md",
        title: "Recovering payments",
        description: "What is known of failed payments, what can be done about them, and how it is measured.",
      },
    ],
  },
  {
    group: PROVIDERS_GROUP,
    pages: [
      {
        slug: "integrations",
        file: "integrations.md",
        title: "Connected systems",
        description:
          "How data of connected systems come in, what is followed, and what happens when they fail.",
      },
    ],
  },
  {
    group: "Developers",
    pages: [
      {
        slug: "api",
        file: "start/using-the-api.md",
        title: "API",
        description: "Keys, lists, writing once, errors: what every call of the HTTP API has in common.",
      },
      {
        slug: "tracking",
        file: "start/sending-events.md",
        title: "Tracking API",
        description: "Say what people do in your product, as it happens.",
      },
      {
        slug: "webhooks",
        file: "webhooks.md",
        title: "Webhooks",
        description: "How your own systems hear what happens here, and how they know that it is from here.",
      },
      {
        slug: "mcp",
        file: "mcp.md",
        title: "AI clients (MCP)",
        description:
          "Ask about your customers, scores and figures from Claude, VS Code and other clients of the Model Context Protocol.",
      },
      {
        slug: "ledger",
        file: "ledger.md",
        title: "The ledger",
        description: "Subscriptions, bills, payments and events, as they are kept.",
      },
    ],
  },
  {
    group: "Run it yourself",
    pages: [
      {
        slug: "deployment",
        file: "deployment.md",
        title: "Deployment",
        description: "A proxy with TLS, a service, a PostgreSQL of your own, Redis, S3, several processes.",
      },
      {
        slug: "operations",
        file: "operations.md",
        title: "Operations",
        description: "Settings, mail, backup and restore, upgrades, and measured sizes.",
      },
      {
        slug: "security",
        file: "access.md",
        title: "Accounts and security",
        description: "How people and programs get in, what they may do, and what is written down about it.",
      },
      {
        slug: "privacy",
        file: "start/privacy.md",
        title: "Privacy of data",
        description: "What is kept of whom and for how long, what leaves the server, and how to erase it.",
      },
    ],
  },
];

const slugs = new Map(written.flatMap(({ pages }) => pages.map(({ file, slug }) => [file, slug] as const)));
const provider = new RegExp(`^${PROVIDERS_FOLDER}/([a-z0-9-]+)\\.md$`);

/** The name of a file's page; undefined for a file that is not published. `file` is its path below `docs`. */
export const slugOfFile = (file: string): string | undefined => slugs.get(file) ?? provider.exec(file)?.[1];

/** The contents with a page for each connected system that has one. */
export const contentsWith = (providers: readonly DocPage[]): readonly DocGroup[] =>
  written.map((one) =>
    one.group === PROVIDERS_GROUP ? { ...one, pages: [...one.pages, ...providers] } : one,
  );

export const docAddress = (slug: string) => `/docs/${slug}` as const;

/**
 * Names the headings of one page, in their order, as they stand in addresses: `## When, not if` is `#when-not-if`, and a second
 * one of the same words `#when-not-if-1`.
 */
export function headingNames(): (words: string) => string {
  const given = new Set<string>();
  return (words) => {
    const plain = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
      .trim()
      .replaceAll(/\s+/g, "-");
    let name = plain;
    for (let at = 1; given.has(name); at++) name = `${plain}-${at}`;
    given.add(name);
    return name;
  };
}
