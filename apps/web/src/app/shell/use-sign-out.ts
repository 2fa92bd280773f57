import { useNavigate } from "react-router";
import { useLogout } from "@/lib/auth/index.ts";

/** Signs out and goes to the sign-in page; another press while it is under way does nothing. */
export function useSignOut(): { signOut: () => void; isPending: boolean } {
  const logout = useLogout();
  const navigate = useNavigate();
  const { isPending } = logout;
  return {
    isPending,
    signOut() {
      if (isPending) return;
      // A failed sign-out is logged only: the local session ends all the same.
      void logout
        .mutateAsync()
        .catch(() => undefined)
        .finally(() => navigate("/login", { replace: true }));
    },
  };
}
