export { importCompleted, importFailed, type ImportEnded } from "./import-ended.ts";
export { listUploadedFiles } from "./import-repository.ts";
export { importsModule } from "./routes.ts";
