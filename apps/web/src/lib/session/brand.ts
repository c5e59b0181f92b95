import type { Brand } from '@hotvote/shared/brands'

/** Brand of this host (`visitor.md §1`), which the API embeds in the page but `pnpm dev` does not. */
const written = document.getElementById('brand')?.textContent

const standard: Brand = { siteName: 'HotVote', domain: location.hostname, useLogo: false, logoType: 'hotvote' }

export const brand: Brand = written ? JSON.parse(written) : standard

export const { siteName } = brand
