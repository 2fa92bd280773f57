import { expect, it } from "vitest";
import { frameDocument } from "./frame-document.ts";

it("turns style attributes into rules under the page's nonce, since its policy drops the attributes", () => {
  const html = frameDocument('<body style="margin:0"><p style="color: red">Hi</p></body>', "abc");
  expect(html).not.toContain("style=");
  expect(html).toContain('<style nonce="abc">');
  expect(html).toMatch(/\.m1\{color: red;\}/);
  expect(html).toMatch(/<p class="m1">Hi<\/p>/);
});

it("takes scripts, forms, frames and the mail's own style elements out", () => {
  const html = frameDocument(
    "<script>alert(1)</script><style>p{}</style><form><input></form><embed><p>Hi</p>",
    undefined,
  );
  expect(html).not.toMatch(/script|<form|<embed|p\{\}/);
  expect(html).toContain("<p>Hi</p>");
});

it("a style that tries to end its rule or the element does neither", () => {
  const html = frameDocument(
    `<p style="color:red}body{display:none"></p><p style="font-family:'</style><b>'">x</p>`,
    "n",
  );
  expect(html).not.toContain("display");
  expect(html.match(/<\/style>/g)).toHaveLength(1);
});

it("links open a tab that knows nothing of this one", () => {
  expect(frameDocument('<a href="https://x.example">x</a>', undefined)).toContain(
    'target="_blank" rel="noopener noreferrer"',
  );
});

it("keeps what a message of ours says for a narrow window, and for the theme that it is looked at in", () => {
  const message =
    '<style>@media (max-width:480px){.a{padding:0}}@media (prefers-color-scheme:dark){.a{color:red}}</style><p class="a" style="margin:0">x</p>';
  const dark = frameDocument(message, "n", "dark");
  expect(dark).toContain("@media (max-width:480px){.a{padding:0}}@media (min-width:0){.a{color:red}}");
  expect(dark).toContain(":root{color-scheme:dark only}");
  expect(dark).toContain('<p class="a m0">x</p>');
  expect(frameDocument(message, "n", "light")).toContain("@media (max-width:0){.a{color:red}}");
});
