export { importCompleted, importFailed } from "./import-ended.ts";
export { forgetInImports, forgetUndoOf, hasOpenImport } from "./forget-customer.ts";
export { readLinesSaying, type FileLines } from "./lines-saying.ts";
export { readStatus } from "./change-import.ts";
export { presentImportSummary } from "./import-job.ts";
export { listImportJobs, listUploadedFiles } from "./import-repository.ts";
export { readFileNames, readNewestImports } from "./newest-imports.ts";
export { importsModule } from "./routes.ts";
