import { describe, expect, it } from "vitest";
import { deviceWords } from "./device-words.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const ios = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const linux = "Mozilla/5.0 (X11; Linux x86_64)";
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";
const ipad = "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X)";

describe("a session's device", () => {
  it.each([
    [`${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
    [`${linux} ${webkit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
    [`${linux} ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      "Chrome on ChromeOS",
    ],
    [`${android} ${webkit} Chrome/141.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
    [`${iphone} ${ios} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
    [`${windows} ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge on Windows"],
    [`${iphone} ${ios} Version/18.0 EdgiOS/141.0.3537.60 Mobile/15E148 Safari/604.1`, "Edge on iPhone"],
    [`${mac} ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/122.0.0.0`, "Opera on macOS"],
    [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 Vivaldi/7.6.3797.56`, "Vivaldi on Windows"],
    [
      `${android} ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      "Samsung Internet on Android",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox on Linux"],
    ["Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0", "Firefox on Android"],
    [`${iphone} ${ios} FxiOS/144.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
    [`${mac} ${ios} Version/18.5 Safari/605.1.15`, "Safari on macOS"],
    [`${iphone} ${ios} Version/18.5 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
    [`${ipad} ${ios} Version/17.6 Mobile/15E148 Safari/604.1`, "Safari on iPad"],
    [`${mac} ${webkit} Slack/4.46 Chrome/138.0.0.0 Electron/37.2.5 Safari/537.36`, "Desktop app on macOS"],
    ["Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer on Windows"],
    ["curl/8.9.1", "curl"],
    ["node", "Node.js"],
    ["python-requests/2.32.3", "Python"],
    ["PostmanRuntime/7.43.0", "Postman"],
    // Better no browser than a wrong one.
    [`${linux} ${webkit} Newcomer/1.0 Safari/537.36`, "Linux"],
    ["something of one's own", "Unknown device"],
    ["", "Unknown device"],
    [null, "Unknown device"],
  ])("%s is %s", (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words);
  });
});
