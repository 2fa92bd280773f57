export { createFakeClock, type FakeClock } from "./fake-clock.ts";
export { buildCompany, buildPlatformUser, buildUser, TEST_PASSWORD, type BuiltUser } from "./people.ts";
export { createTestApp, type TestApp } from "./test-app.ts";
export { createTestDatabase, type TestDatabase } from "./test-database.ts";
