/** First match wins: nearly all of them also say Chrome, and Chrome also says Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT|OPX|OPiOS|Opera)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bYaBrowser\//, "Yandex Browser"],
  [/\bDuckDuckGo\/|\bDdg\//, "DuckDuckGo"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bSilk\//, "Silk"],
  [/\bUCBrowser\//, "UC Browser"],
  [/\b(?:MiuiBrowser|XiaoMi\/MiuiBrowser)\//, "Mi Browser"],
  [/\bHuaweiBrowser\//, "Huawei Browser"],
  [/\bElectron\//, "Desktop app"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\bGSA\//, "Google app"],
  // Without a browser's window, as test machines run it, it says 'HeadlessChrome'.
  [/(?:\b|Headless)Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bMSIE |\bTrident\//, "Internet Explorer"],
  // Safari alone names its version so; what else ends in 'Safari' is a browser that we do not know.
  [/\bVersion\/[\d.]+(?: Mobile\/\w+)? Safari\//, "Safari"],
  [/^curl\//, "curl"],
  [/^Wget\//, "Wget"],
  [/^node|^undici|^axios\//i, "Node.js"],
  [/^python/i, "Python"],
  [/^PostmanRuntime\//, "Postman"],
  [/^Go-http-client\//, "Go"],
  [/^okhttp\/|^Java\//, "Java"],
  [/^PowerShell\/|\bWindowsPowerShell\//, "PowerShell"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, "iPad"],
  [/\biPhone\b/, "iPhone"],
  [/\biPod\b/, "iPod"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
  [/\bFreeBSD\b/, "FreeBSD"],
];

const nameIn = (list: typeof browsers, userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** 'Firefox on Linux' from a user agent, for a person who looks for a session of theirs. Never trusted. */
export function deviceWords(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? "");
  const system = nameIn(systems, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
