/** Cards that are on their way, in about their final size. */
export const CardSkeletons = () => (
  <div aria-hidden className="flex flex-col gap-5">
    <div className="h-5 w-20 animate-breathe rounded-md bg-raised" />
    <div className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]">
      {Array.from({ length: 10 }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never moved
        <div key={n} className="animate-breathe overflow-hidden rounded-card border border-line bg-panel">
          <div className="aspect-[4/3] bg-stage" />
          <div className="flex h-48 flex-col gap-3 p-3">
            <div className="h-5 rounded-md bg-raised" />
            <div className="h-4 w-2/3 rounded-md bg-raised" />
            <div className="h-9 rounded-md bg-raised" />
          </div>
        </div>
      ))}
    </div>
  </div>
)
