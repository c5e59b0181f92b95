import { LINK_FAILURES } from '@hotvote/shared/link-failures'

const TEXTS = new Map<string, string>(Object.entries(LINK_FAILURES))

/** Why a link from a mail did not work. Anybody may write an address: nothing of an unknown value is shown. */
export const linkFailureText = (error: string) => TEXTS.get(error) ?? 'Something went wrong'
