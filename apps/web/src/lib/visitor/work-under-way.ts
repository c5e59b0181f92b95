const checks = new Set<() => boolean>()

/** What would be lost with the page tells by `isUnderWay` whether there is any of it just now. */
export const losesWithPage = (isUnderWay: () => boolean) => {
  checks.add(isUnderWay)
}

/** Whether something would be lost if the page were left now. */
export const isWorkUnderWay = () => [...checks].some((isUnderWay) => isUnderWay())
