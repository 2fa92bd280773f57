import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import "./styles/index.css";
import "./config/csp-nonce.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";

const container = document.querySelector("#root");
if (container === null) throw new Error("index.html has no #root");
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
