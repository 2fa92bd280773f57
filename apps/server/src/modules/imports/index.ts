export { importCompleted, importFailed } from "./import-ended.ts";
export { listUploadedFiles } from "./import-repository.ts";
export { forgetInImports, forgetUndoOf, hasOpenImport } from "./forget-customer.ts";
export { readNewestImports } from "./newest-imports.ts";
export { importsModule } from "./routes.ts";
