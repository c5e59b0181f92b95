/** What has the keyboard's focus on the Rate screen when nothing else has: the viewer while it is open, else the stage. */
export const restingPlace = () =>
  document.querySelector<HTMLElement>('.viewer') ??
  document.querySelector<HTMLElement>('.stage-open') ??
  document.getElementById('main')

/** The link that leads on, once it has taken the place of the vote buttons. */
export const onward = () =>
  document.querySelector<HTMLElement>('.viewer [data-onward]') ?? document.querySelector<HTMLElement>('[data-onward]')
