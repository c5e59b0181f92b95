export const SkipLink = () => (
  <a
    href="#main"
    className="mx-safe fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-text px-4 py-3 font-semibold text-bg focus:translate-y-0"
  >
    Skip to content
  </a>
)
