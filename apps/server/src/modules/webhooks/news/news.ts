import { analysisNews, tellAnalysisCompleted, tellAnalysisFailed } from "./on-analysis.ts";
import { campaignNews } from "./on-campaign.ts";
import { caseNews, tellCaseMoved } from "./on-case.ts";
import { erasedNews } from "./on-erased.ts";
import { importNews, tellImportCompleted, tellImportFailed } from "./on-import.ts";
import { segmentNews, tellSegmentMoved } from "./on-segment.ts";

/** All that webhooks hear, and the jobs that write it down. */
export const news = [
  ...importNews,
  ...analysisNews,
  ...segmentNews,
  ...caseNews,
  ...campaignNews,
  ...erasedNews,
];
export const newsJobs = [
  tellImportCompleted,
  tellImportFailed,
  tellAnalysisCompleted,
  tellAnalysisFailed,
  tellSegmentMoved,
  tellCaseMoved,
];
