/** What is stored of the hash of a network for good: enough to recognise it, too little to tell it (docs/decisions/063). */
export const networkLabel = (network: string) => network.slice(0, 4)
