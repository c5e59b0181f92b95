const checks = new Set<() => boolean>()

/** What would be lost with the page tells by `isUnderWay` whether there is any of it just now, until the answer is called. */
export const losesWithPage = (isUnderWay: () => boolean) => {
  checks.add(isUnderWay)
  return () => void checks.delete(isUnderWay)
}

/** Whether something would be lost if the page were left now. */
export const isWorkUnderWay = () => [...checks].some((isUnderWay) => isUnderWay())
