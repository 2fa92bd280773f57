import { PRODUCT_NAME, PRODUCT_TAG } from "@forestay/contracts/wire";
import { cn } from "@/lib/style/cn.ts";

/** The mark: rounded square, mast, rising stay, deck line, sail filled at 20%. */
export function Mark({ size = 27, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 32 32"
      className={cn("shrink-0 text-on-brand", className)}
    >
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path d="M20.5 8 8.2 22.8h12.3Z" fill="currentColor" fillOpacity=".2" />
      <path
        d="M20.5 6.5V22.8M20.5 7 7.6 22.6M6.6 24.6h18.8"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}

/** Mark, name and the BETA tag that always follows it. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={cn("inline-flex items-center gap-2.5", className)}>
      <Mark />
      {/* Beside four 44px buttons a 320px screen has room for the mark and its tag only. */}
      <span className="text-lead font-wordmark tracking-[-0.028em] text-ink max-[379px]:sr-only">
        {PRODUCT_NAME}
      </span>
      <span className="rounded-check border border-brand-line bg-brand-tint px-1.25 text-[0.625rem]/4 font-[650] tracking-[0.06em] text-brand-text">
        {PRODUCT_TAG}
      </span>
    </span>
  );
}
