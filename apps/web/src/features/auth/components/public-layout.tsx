import type { ReactNode } from "react";
import { Contours } from "@/components/ui/contours.tsx";
import { Wordmark } from "@/components/ui/wordmark.tsx";
import { ProductCrop } from "./product-crop.tsx";

/** Public account pages: a 480px form on canvas at the left, contours with one crop of the product at the right. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-canvas lg:grid-cols-[minmax(480px,5fr)_7fr]">
      <div className="flex flex-col px-6 py-5 md:px-16">
        <header>
          <Wordmark />
        </header>
        <main id="main" tabIndex={-1} className="m-auto flex w-full max-w-100 lg:ml-0 flex-col py-10">
          {children}
        </main>
      </div>
      <aside
        aria-label="Example"
        className="relative hidden overflow-hidden border-l border-line bg-sunken lg:block"
      >
        <Contours centerX={72} centerY={30} rings={14} gap={62} />
        <ProductCrop className="absolute top-1/2 left-[12%] w-[min(640px,100%)] -translate-y-1/2" />
      </aside>
    </div>
  );
}
