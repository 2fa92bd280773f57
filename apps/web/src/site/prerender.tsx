import { PRODUCT_NAME } from "@forestay/contracts/wire";
import { renderToStaticMarkup } from "react-dom/server";
import { SEARCH_ADDRESS } from "@/components/docs/search-address.ts";
import { documentationParts } from "./docs/doc-pages.tsx";
import { SiteLayout } from "./layout/site-layout.tsx";
import type { SitePage } from "./site-page.ts";
import { sitePages } from "./site-pages.ts";

export interface SiteAssets {
  /** Addresses of what every page loads. */
  script: string;
  styles: readonly string[];
  font: string | null;
}

/** Stands where the server puts its own address in: a build does not know where it will be served. */
const ORIGIN = "%ORIGIN%";
const OG_PICTURE = "/og.png";

/** Before the first drawing: the theme that was chosen, else that of the system. */
const themeScript = `(function(){var t;try{t=localStorage.getItem("theme")}catch(e){}if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";document.documentElement.dataset.theme=t})()`;

function Head({ page, assets }: { page: SitePage; assets: SiteAssets }) {
  const title = page.path === "/" ? page.title : `${page.title} · ${PRODUCT_NAME}`;
  const address = `${ORIGIN}${page.path}`;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={page.description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${ORIGIN}${OG_PICTURE}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="theme-color" content="#f7f6f3" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1216" media="(prefers-color-scheme: dark)" />
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      {assets.font === null ? null : (
        <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={assets.font} />
      )}
      {assets.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <script type="module" src={assets.script} />
    </head>
  );
}

/** What the documentation's search looks through, by where it lies. */
export function searchFile(): { address: string; text: string } {
  return { address: SEARCH_ADDRESS, text: JSON.stringify(documentationParts()) };
}

/** Every public page as HTML, by its path, whole without any script. */
export function renderSite(assets: SiteAssets): Record<string, { html: string; isUnlisted: boolean }> {
  return Object.fromEntries(
    sitePages.map((page) => {
      const html = renderToStaticMarkup(
        <html lang="en">
          <Head page={page} assets={assets} />
          <body>
            <SiteLayout path={page.path}>{page.body}</SiteLayout>
          </body>
        </html>,
      );
      return [page.path, { html: `<!doctype html>${html}`, isUnlisted: page.isUnlisted ?? false }];
    }),
  );
}
