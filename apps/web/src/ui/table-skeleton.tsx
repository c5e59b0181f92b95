/** Rows that are on their way, in the size of a `DataTable` and of the line that says how many there are. */
export const TableSkeleton = () => (
  <div aria-hidden className="flex flex-col gap-2">
    <div className="h-5 w-44 animate-breathe rounded-md bg-raised" />
    <div className="max-h-[70svh] overflow-hidden rounded-card border border-line bg-panel">
      <div className="h-12" />
      {Array.from({ length: 12 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never moved
        <div key={n} className="flex h-14 animate-breathe items-center gap-8 border-t border-line px-3">
          <div className="h-4 w-28 rounded-md bg-raised" />
          <div className="h-4 w-40 rounded-md bg-raised" />
          <div className="h-4 flex-1 rounded-md bg-raised max-sm:hidden" />
        </div>
      ))}
    </div>
  </div>
)
