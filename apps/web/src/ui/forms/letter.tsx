import { clsx } from 'clsx'

/** Shortcut letter of a button. While `isOff`, the letter is hidden but keeps its width. */
export const Letter = ({ isOff, children }: { isOff?: boolean; children: string }) => (
  <kbd
    aria-hidden
    className={clsx(
      isOff && 'invisible',
      'hidden rounded-md border border-edge px-1.5 font-sans text-xs leading-5 font-semibold text-mute uppercase pointer-fine:md:inline',
    )}
  >
    {children}
  </kbd>
)
