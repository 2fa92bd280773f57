import { parse } from "bowser";

/** Where people know a browser or system by other words than the parser's. */
const familiar: Readonly<Record<string, string>> = {
  "Amazon Silk": "Silk",
  Chromium: "Chrome",
  "Chrome OS": "ChromeOS",
  Electron: "Desktop app",
  "Google Search": "Google app",
  Miui: "Mi Browser",
  "Microsoft Edge": "Edge",
  "Opera Touch": "Opera",
  "Samsung Internet for Android": "Samsung Internet",
};

/** Programs, which the parser of browsers does not know: their user agents begin with their name. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/^curl\//, "curl"],
  [/^Wget\//, "Wget"],
  [/^node|^undici|^axios\//i, "Node.js"],
  [/^python/i, "Python"],
  [/^PostmanRuntime\//, "Postman"],
  [/^Go-http-client\//, "Go"],
  [/^okhttp\/|^Java\//, "Java"],
  [/^PowerShell\/|\bWindowsPowerShell\//, "PowerShell"],
];

/** 'Firefox on Linux' from a user agent, for a person who looks for a session of theirs. Never trusted. */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent) return "Unknown device";
  const program = programs.find(([pattern]) => pattern.test(userAgent))?.[1];
  const { browser, os, platform } = parse(userAgent);
  // Safari alone names its version so; what else ends in 'Safari' is a browser that nobody knows yet.
  const isKnown = browser.name !== "Safari" || browser.version !== undefined;
  const name = program ?? (isKnown ? inWords(browser.name) : undefined);
  const system = os.name === "iOS" ? (platform.model ?? os.name) : inWords(os.name);
  if (name && system) return `${name} on ${system}`;
  return name || system || "Unknown device";
}

const inWords = (name: string | undefined) => name && (familiar[name] ?? name);
