import { NETWORK_LABEL_LENGTH } from '@hotvote/shared/limits'

/** Only this part of a network's hash is kept permanently. */
export const networkLabel = (network: string) => network.slice(0, NETWORK_LABEL_LENGTH)
