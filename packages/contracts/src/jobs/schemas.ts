import { numberedEnum } from "../numbered-enum.ts";
import { JobStatus } from "./job-status.ts";

export const jobStatusSchema = numberedEnum(JobStatus);
