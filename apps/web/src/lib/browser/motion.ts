/** Whether the visitor asked their device for less movement. */
export const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches
