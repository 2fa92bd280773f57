/** A page of the documentation: a file below the repository's `docs`, and what it is called in the contents. */
export interface DocPage {
  slug: string;
  /** Below `docs`. */
  file: string;
  title: string;
  description: string;
}

/** The documentation's contents, in the order in which they are read. Files that are not here are for those who work on the product. */
export const contents: readonly { group: string; pages: readonly DocPage[] }[] = [
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
        slug: "importing-files",
        file: "start/importing-files.md",
        title: "Importing files",
        description: "What each kind of file needs, with samples to download, and what a dry run tells.",
      },
      {
        slug: "reading-a-score",
        file: "start/reading-a-score.md",
        title: "Reading a score",
        description: "What a score of 30 means, why a customer has it, and what to do with it.",
      },
      {
        slug: "is-the-model-any-good",
        file: "start/is-the-model-any-good.md",
        title: "Is the model any good?",
        description: "How to judge a model before you trust it: ranking, calibration, lift, and leaks.",
      },
    ],
  },
  {
    group: "Measure",
    pages: [
      {
        slug: "metrics",
        file: "metrics.md",
        title: "Metrics and formulas",
        description: "How every figure of revenue and retention is worked out, with its sources.",
      },
      {
        slug: "segments",
        file: "criteria.md",
        title: "Criteria and segments",
        description:
          "The rules by which customers are chosen: fields, operators, groups, events and the ledger.",
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
    group: "Developers",
    pages: [
      {
        slug: "api",
        file: "start/using-the-api.md",
        title: "API",
        description: "Keys, lists, writing once, errors: what every call of the HTTP API has in common.",
      },
      {
        slug: "integrations",
        file: "integrations.md",
        title: "Connected systems",
        description:
          "How data of connected systems come in, what is followed, and what happens when they fail.",
      },
      {
        slug: "webhooks",
        file: "webhooks.md",
        title: "Webhooks",
        description: "What is sent, how it is signed, and how long it is tried.",
      },
      {
        slug: "mcp",
        file: "mcp.md",
        title: "MCP",
        description: "How a model's client looks figures up: addresses, keys, tools.",
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
        slug: "access",
        file: "access.md",
        title: "Accounts and security",
        description: "How people and programs get in, what they may do, and what is written down about it.",
      },
    ],
  },
];

export const docPages: readonly DocPage[] = contents.flatMap(({ pages }) => pages);
export const docAddress = (slug: string) => `/docs/${slug}` as const;
