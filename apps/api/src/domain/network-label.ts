import { NETWORK_LABEL_LENGTH } from '@hotvote/shared/limits'

/** What is stored of the hash of a network for good. */
export const networkLabel = (network: string) => network.slice(0, NETWORK_LABEL_LENGTH)
