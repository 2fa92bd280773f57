export { importsModule } from "./routes.ts";
