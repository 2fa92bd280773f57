import { Moon, Sun } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { useTheme } from "@/hooks/use-theme.ts";

export function ThemeButton() {
  const { theme, toggleTheme } = useTheme();
  return (
    <IconButton label={theme === "dark" ? "Use light theme" : "Use dark theme"} onClick={toggleTheme}>
      {theme === "dark" ? <Sun /> : <Moon />}
    </IconButton>
  );
}
