export { Authorize, usePolicy } from "./authorize.tsx";
export {
  currentUserQuery,
  useCurrentUser,
  useCurrentUserQuery,
  useLogin,
  useLogout,
} from "./current-user.ts";
export { displayName } from "./display-name.ts";
