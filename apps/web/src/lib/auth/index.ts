export { Authorize, usePolicy } from "./authorize.tsx";
export {
  currentUserQuery,
  useCompleteSignIn,
  useCurrentUser,
  useCurrentUserQuery,
  useLogin,
  useLogout,
} from "./current-user.ts";
export { displayName } from "./display-name.ts";
