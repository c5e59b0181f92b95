import { NETWORK_LABEL_LENGTH } from '@hotvote/shared/limits'

/** The only part of a network's hash that is stored permanently. */
export const networkLabel = (network: string) => network.slice(0, NETWORK_LABEL_LENGTH)
