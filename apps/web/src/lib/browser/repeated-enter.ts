/**
 * A key that is held presses a button, or sends a form, once: the browser would go on, thirty times a second, and each
 * time after the answer came it would be sent again. Where several lines are written, Enter goes on as it does.
 */
export const ignoreRepeatedEnter = () =>
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement))
        event.preventDefault()
    },
    { capture: true },
  )
