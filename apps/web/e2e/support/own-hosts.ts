import { test as base } from './fixtures.ts'
import { type Site, startSite } from './running-site.ts'

export const LOGO_ADDRESS = 'https://cdn.example.test/duel.svg'

const BRANDS = {
  '127.0.0.1': { siteName: 'Ember & Ice' },
  'duel.localhost': { siteName: 'Duel', useLogo: true, logoType: 'custom', logoUrl: LOGO_ADDRESS },
  'own.localhost': { siteName: 'Own', useLogo: true, logoType: 'hotvote' },
}

/** A site with three visitor hosts and a separate operator host, so ads may run in its page. */
export const test = base.extend<object, { runningSite: Site }>({
  runningSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const files = { 'brands.json': JSON.stringify(BRANDS) }
      const site = await startSite({ files, env: { BRANDS_FILE: 'brands.json', ADMIN_HOST: 'localhost' } })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

export const onHost = (url: string, host: string) => url.replace('127.0.0.1', host)
