export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export {
  connectLive,
  listenOnce,
  liveTransports,
  type LiveClient,
  type LiveTransport,
} from "./live-client.ts";
export { buildCompany, buildPlatformUser, buildUser, TEST_PASSWORD, type BuiltUser } from "./people.ts";
export { providersWith } from "./providers-with.ts";
export { startS3StandIn, type S3StandIn } from "./s3-stand-in.ts";
export { createTestApp, TEST_SECRET_KEYS, type ApiAnswer, type ApiInput, type TestApp } from "./test-app.ts";
export { createTestOutbound } from "./test-outbound.ts";
export { createTestDatabase, type TestDatabase } from "./test-database.ts";
export { upload, uploaded, type UploadOptions } from "./upload.ts";
export { routesThatOnlyAsk } from "./routes-that-only-ask.ts";
