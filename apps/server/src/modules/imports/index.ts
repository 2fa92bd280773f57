export { importCompleted, importFailed, type ImportEnded } from "./import-ended.ts";
export { importsModule } from "./routes.ts";
