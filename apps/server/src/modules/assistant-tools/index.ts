import { analysisTools } from "./analysis-tools.ts";
import { campaignTools } from "./campaign-tools.ts";
import { companyTools } from "./company-tools.ts";
import { customerTools } from "./customer-tools.ts";
import { documentationTools } from "./documentation-tools.ts";
import { figureTools } from "./figure-tools.ts";
import { importTools } from "./import-tools.ts";
import { insightTools } from "./insight-tools.ts";
import { recoveryTools } from "./recovery-tools.ts";
import { scoreTools } from "./score-tools.ts";
import { segmentTools } from "./segment-tools.ts";
import type { Tool } from "./tool.ts";
import { workTools } from "./work-tools.ts";

export { mayUse, type Tool } from "./tool.ts";

/** Every tool that a model is offered, whoever offers it: each asks a module at its door, as a screen does. */
export const assistantTools: readonly Tool[] = [
  ...customerTools,
  ...scoreTools,
  ...segmentTools,
  ...figureTools,
  ...insightTools,
  ...campaignTools,
  ...recoveryTools,
  ...analysisTools,
  ...importTools,
  ...companyTools,
  ...workTools,
  ...documentationTools,
];
