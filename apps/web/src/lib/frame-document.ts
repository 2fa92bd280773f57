/** Where style attributes wait: the policy would drop and report them while the mail is parsed. */
const kept = "data-mail-style";
const neverNeeded = "script, style, link, meta, base, iframe, object, embed, form";

/**
 * The mail's HTML as a document for a sandboxed frame. A frame from `srcdoc` inherits the page's content security policy,
 * which drops style attributes: they become rules of one style element with the page's nonce. Links open a tab of their own.
 * With a `scheme`, what the mail's own style elements say for narrow windows and for this theme holds as well, as in a mail program
 * of that theme: for messages that we have rendered. Without one they are left out.
 */
export function frameDocument(html: string, nonce: string | undefined, scheme?: "light" | "dark"): string {
  // Style elements would be dropped and reported while the mail is parsed, even though they are taken out right after.
  const styles = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi;
  const own = scheme === undefined ? [] : [...html.matchAll(styles)].map(([, text = ""]) => text);
  const withoutStyles = html.replaceAll(styles, "");
  const renamed = withoutStyles.replaceAll(/<[^>]*>/g, (tag) =>
    tag.replaceAll(/(\s)style(\s*=)/gi, `$1${kept}$2`),
  );
  const mail = new DOMParser().parseFromString(renamed, "text/html");
  for (const element of mail.querySelectorAll(neverNeeded)) element.remove();
  const rules = own.map((text) =>
    text.replaceAll(/\(prefers-color-scheme:\s*(light|dark)\)/g, (_, wanted: string) =>
      // Widths of no and of any window.
      wanted === scheme ? "(min-width:0)" : "(max-width:0)",
    ),
  );
  if (scheme !== undefined) rules.push(`:root{color-scheme:${scheme} only}`);
  let count = 0;
  for (const element of mail.querySelectorAll(`[${kept}]`)) {
    const name = `m${count++}`;
    const declaration = mail.createElement("i").style;
    // Read back from the parsed declaration: no text of the mail can end the rule and begin another.
    declaration.cssText = element.getAttribute(kept) ?? "";
    rules.push(`.${name}{${declaration.cssText}}`);
    element.removeAttribute(kept);
    element.classList.add(name);
  }
  for (const link of mail.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  const style = mail.createElement("style");
  if (nonce !== undefined) style.setAttribute("nonce", nonce);
  // Without script or markup of its own: '<' cannot stand in a style element's text unescaped.
  style.textContent = rules.join("\n").replaceAll("<", "\\3c ");
  mail.head.append(style);
  return `<!doctype html>${mail.documentElement.outerHTML}`;
}
