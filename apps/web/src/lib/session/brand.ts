import type { Brand } from '@hotvote/shared/brands'

/** What the API wrote into the page for this host (`visitor.md §1`); the page of `pnpm dev` has nothing of it. */
const written = document.getElementById('brand')?.textContent

const standard: Brand = { siteName: 'HotVote', domain: location.hostname, useLogo: false, logoType: 'hotvote' }

export const brand: Brand = written ? JSON.parse(written) : standard

export const { siteName } = brand
