import { bookingPage } from "./booking/booking-page.tsx";
import { calculatorPage } from "./calculator/calculator-page.tsx";
import { landingPage } from "./landing/landing-page.tsx";
import { ownFilePage } from "./own-file/own-file-page.tsx";
import { privacyPage, termsPage } from "./legal/legal-pages.tsx";
import { documentationPages } from "./docs/doc-pages.tsx";
import type { SitePage } from "./site-page.ts";

/** Every public page. */
export const sitePages: readonly SitePage[] = [
  landingPage,
  calculatorPage,
  ownFilePage,
  bookingPage,
  ...documentationPages,
  privacyPage,
  termsPage,
];
