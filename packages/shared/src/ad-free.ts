/** Whether documents of an address never run an ad, whatever is switched on: the operator's and the takedown form (docs/decisions/008). */
export const isAdFreePath = (path: string) => /^\/(adm|dmca)(\/|$)/i.test(path)
