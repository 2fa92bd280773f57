/** What somebody asks to have done, refused or looked up, before anything is read as a question about figures. */

const politely = String.raw`^(?:please |could you |can you |will you |would you |i want you to |go ahead and |now )*`;

/** Changes something: the assistant never does. */
const writes = new RegExp(
  `${politely}(?:delete|remove|erase|send|e-?mail|mail|message|change|set|update|edit|rename|cancel|refund|charge|pause|upgrade|downgrade|archive|assign|tag|invite|disconnect|connect (?!\\w+ to)|merge|close|add|write|import|upload|mark|retry|resend|stop|resume|write off)\\b`,
);
/** Not a thing of ours, or nobody's to know. */
const foreign =
  /\b(?:ignore|disregard|forget|override)\b.*\b(?:instructions?|rules?|prompts?|guidelines?)\b|\bsystem prompt\b|\bpasswords? of\b|\bshow (?:me )?(?:the |your )?passwords?\b|\bapi keys? of\b|\bwhat is (?:the |our |my )?(?:stripe )?api key\b|\bsecrets?\b|\b(?:every|all|other|another) compan(?:y|ies)\b|\bcompany id\b|\bcompetitors?\b|^select \*|\bdrop table\b|\bweather\b|\bpoem\b|\bjokes?\b|\btranslate\b|\bsalar(?:y|ies)\b|\bworld cup\b|\bcapital of\b|\bpretend\b|\bact as\b|\bjailbreak\b/;
const future =
  /\b(?:will|forecast|predict(?:ion)?|project(?:ed|ion)?) (?:the |our )?(?:mrr|revenue|nrr|grr)\b|\bwhat will (?:the |our )?(?:mrr|revenue|nrr|grr|churn)\b/;

const howTo =
  /^(?:how (?:do|can|could|would|should|does one|to)\b(?! (?:customers|people|we (?:lose|make|stand)))|how is .* (?:calculated|computed|worked out|counted|measured|defined)|how are .* (?:calculated|computed|worked out|counted)|how do .* work|where (?:do|can|could|would|is|are) (?:i|we|one|the)\b|can (?:i|we|you undo)\b|is it possible|what (?:is|are) (?:an? )?(?:api key|uplift|risk case|risk cases|write key|segment|holdout|webhook|webhooks|cohort|dunning|viewer)\b|what can (?:a |an )?(?:viewer|staff|owner|admin)|what does .* (?:mean|stand for|do)|what is (?:the )?meaning of|define|definition of|meaning of|turn on|set up|connect \w+ to|explain (?:what|how)|what (?:file )?formats?|which (?:file )?formats?|what is an?\b)/;

const greeting =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|thanks|thank you|thx|help|what can you do|what do you do|who are you|how can you help)(?: there| you| me| so much| a lot)?$/;

const segmentDraft =
  /\b(?:make|create|build|draft|save|define|set up|new|turn \w+ into)\b(?: \w+){0,3} segments?\b/;
const campaignDraft =
  /^(?:please |could you |can you |will you |would you |i want to |i would like to |we want to |let us |help me )*(?:(?:make|create|build|draft|set up|plan|prepare|start|launch|run)(?: me| us)? (?:an?(?:other)?|some|new|the next)(?: \w+){0,3} campaigns?|new campaign)\b/;
const filter =
  /^(?:please )?(?:filter|open (?:me )?the list|open a list|narrow)\b|\bin the (?:customers? )?list\b/;
const analysisRun =
  /\b(?:run|start|launch|do|trigger|make)\b(?: \w+){0,3} (?:analysis|scoring)\b|^(?:please )?(?:re)?score (?:everyone|everybody|all|them|the customers|our customers|customers)\b/;
const opening =
  /^(?:please )?(?:open|go to|take me to|bring me to|navigate to|jump to|show me the|show the)\b/;

export type Deed =
  | "write"
  | "foreign"
  | "future"
  | "how-to"
  | "greeting"
  | "segment"
  | "campaign"
  | "filter"
  | "analysis"
  | "open";

/** What of these a question is; undefined: a question like any other. */
export function deedOf(text: string): Deed | undefined {
  if (greeting.test(text)) return "greeting";
  if (foreign.test(text)) return "foreign";
  if (campaignDraft.test(text)) return "campaign";
  if (howTo.test(text) && !/^how (?:do|does) (?:customers|plans|people)/.test(text)) return "how-to";
  if (segmentDraft.test(text)) return "segment";
  if (analysisRun.test(text)) return "analysis";
  if (filter.test(text)) return "filter";
  if (writes.test(text)) return "write";
  if (future.test(text)) return "future";
  if (opening.test(text)) return "open";
  return undefined;
}

export interface Page {
  label: string;
  path: string;
}

const pages: readonly [RegExp, Page][] = [
  [/\bdashboard\b/, { label: "Dashboard", path: "/app" }],
  [/\binsights?\b/, { label: "Insights", path: "/app/insights" }],
  [/\bsettings?\b/, { label: "Settings", path: "/app/settings" }],
  [/\bcampaigns?\b/, { label: "Campaigns", path: "/app/campaigns" }],
  [/\b(?:recovery|failed payments)\b/, { label: "Recovery", path: "/app/recovery" }],
  [/\bsegments?\b/, { label: "Segments", path: "/app/segments" }],
  [/\bnotifications?\b/, { label: "Notifications", path: "/app/notifications" }],
  [/\bmodels?\b/, { label: "Models", path: "/app/analytics/models" }],
  [/\bnext steps\b/, { label: "Next steps", path: "/app/analytics/next-steps" }],
  [/\b(?:my )?(?:work|tasks)\b/, { label: "My work", path: "/app/work" }],
  [/\b(?:docs|documentation)\b/, { label: "Getting started", path: "/app/docs/getting-started" }],
  [/\bimports?\b/, { label: "Import a file", path: "/app/customers?import=open" }],
  [/\bconversations?\b/, { label: "Conversations", path: "/app/conversations" }],
  [/\bcustomers?\b/, { label: "Customers", path: "/app/customers" }],
];

/** The page that somebody asks to be taken to: where its name is all that is said. */
export function pageAsked(text: string): Page | undefined {
  const rest = text
    .replace(opening, "")
    .replaceAll(/\b(?:the|my|our|page|screen|section|please)\b/g, " ")
    .trim();
  return rest.split(/\s+/).length > 2 ? undefined : pages.find(([pattern]) => pattern.test(rest))?.[1];
}
