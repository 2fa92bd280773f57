export { ApiError, isRefusal, requestIdOf } from "./api-error.ts";
export { call, refreshToken as refreshAccessToken, tokenInForce } from "./call.ts";
export type { CallInput } from "./call.ts";
export { forgetSessionNotice, getSessionNotice, onSessionNotice } from "./session-notice.ts";
export { startDownload } from "./download.ts";
export { upload } from "./upload.ts";
export { getAccessToken, onAccessTokenChange, setAccessToken } from "./access-token.ts";
