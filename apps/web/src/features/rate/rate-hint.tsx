const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-md border border-edge px-1.5 font-sans text-xs leading-5 font-semibold text-text">
    {children}
  </kbd>
)

/** How to go fast, told until the first vote: by keys where there is a mouse, by thumb where there is none. */
export function RateHint() {
  return (
    <>
      <p className="hidden items-center gap-1.5 pointer-fine:md:flex">
        <Key>←</Key> Not <span className="w-2" /> <Key>→</Key> Hot <span className="w-2" /> <Key>S</Key> skip
        <span className="w-2" /> <Key>?</Key> all keys
      </p>
      <p className="pointer-fine:md:hidden">Swipe right for Hot, left for Not</p>
    </>
  )
}
