import type { ComponentProps, KeyboardEvent, SyntheticEvent } from 'react'

type Props = Pick<
  ComponentProps<'video'>,
  'src' | 'style' | 'className' | 'aria-label' | 'autoPlay' | 'preload' | 'onError'
>

/**
 * A film in a dialog, with the browser's own controls. Chromium lets no key out of those, so that Escape would not
 * close the dialog: the film itself holds the keyboard, and plays, seeks and changes its volume by key.
 */
export const Film = (props: Props) => (
  <video
    {...props}
    controls
    loop
    playsInline
    onFocus={hold}
    onPlay={hold}
    onPause={hold}
    onSeeked={hold}
    onVolumeChange={hold}
    onKeyDown={passControls}
  />
)

/** From one of its controls, which look like the film itself from outside, to the film. */
const hold = ({ currentTarget: film }: SyntheticEvent<HTMLVideoElement>) => {
  if (document.activeElement === film) film.focus()
}

const passControls = (event: KeyboardEvent<HTMLVideoElement>) => {
  const film = event.currentTarget
  const stops = [...(film.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('video, button, a[href]') ?? [])]
  if (event.key !== 'Tab' || event.shiftKey || stops.length < 2) return
  event.preventDefault()
  // The dialog would take it for a Tab from the element that has the keyboard by then.
  event.stopPropagation()
  stops[(stops.indexOf(film) + 1) % stops.length]?.focus()
}
