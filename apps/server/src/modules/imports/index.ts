export { importCompleted, importFailed } from "./import-ended.ts";
export { readStatus } from "./change-import.ts";
export { presentImportSummary } from "./import-job.ts";
export { listImportJobs, listUploadedFiles } from "./import-repository.ts";
export { forgetInImports, hasOpenImport } from "./forget-customer.ts";
export { readNewestImports } from "./newest-imports.ts";
export { importsModule } from "./routes.ts";
