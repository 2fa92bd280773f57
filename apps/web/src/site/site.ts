import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import "../styles/site.css";
import "../styles/doc.css";
import { attendCopyButtons } from "../components/docs/attend-copy-buttons.ts";
import { attendDocsSearch } from "../components/docs/attend-docs-search.ts";
import { attendAssistant } from "./scripts/assistant.ts";
import { markSignedIn } from "./scripts/mark-signed-in.ts";
import { attendCalculator } from "./scripts/calculator.ts";
import { attendSample } from "./scripts/sample.ts";
import { showSampleModel } from "./scripts/sample-model.ts";
import { scrollToSection } from "./scripts/scroll-to-section.ts";
import { attendWaitlist } from "./scripts/waitlist.ts";

/** What public pages do beyond showing: little, and none of it is needed to read them. */
const deeds = [
  markSignedIn,
  scrollToSection,
  attendWaitlist,
  attendDocsSearch,
  () => attendCopyButtons(document),
  attendAssistant,
  attendSample,
  showSampleModel,
  attendCalculator,
];
for (const deed of deeds)
  try {
    deed();
  } catch (error) {
    // What a browser refuses the one costs none of the others.
    reportError(error);
  }
const booking = document.querySelector("[data-book-demo]");
if (booking !== null) void import("./booking/take-over.tsx").then(({ takeOver }) => takeOver(booking));
const ownFile = document.querySelector("[data-own-file]");
if (ownFile !== null) void import("./own-file/take-over.tsx").then(({ takeOver }) => takeOver(ownFile));
