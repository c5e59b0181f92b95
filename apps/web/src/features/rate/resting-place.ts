/** What has the keyboard's focus on the Rate screen when nothing else has: the viewer while it is open, else the stage. */
export const restingPlace = () =>
  document.querySelector<HTMLElement>('.viewer') ??
  document.querySelector<HTMLElement>('.stage-open') ??
  document.getElementById('main')
