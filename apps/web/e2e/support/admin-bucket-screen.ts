import type { Page } from '@playwright/test'
import { noise } from '../../../api/test/make/pictures.ts'
import type { MadeFile } from './made-media.ts'

/** A picture with large light and dark patches, recognisable at any size. */
export const patches = async (name: string, seed: number, width = 540): Promise<MadeFile> => {
  const picture = noise(9, 8, seed).resize(width, Math.round(width * 0.75), { kernel: 'cubic' })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

/** `2026/11/{ulid}`, the prefix of an item's keys. */
export const stemOf = ({ url }: { url: string }) => url.replace(/^\/media\//, '').replace(/-original\.\w+$/, '')
export const keyOf = ({ url }: { url: string }) => url.replace(/^\/media\//, '')

export const bucketScreen = (page: Page) => ({
  heading: page.getByRole('heading', { level: 1 }),
  overview: page.getByRole('region', { name: 'Storage overview' }),
  table: page.getByRole('grid', { name: 'Bucket files' }),
  row: (text: string | RegExp) => page.getByRole('row', { name: text }),
  tick: (key: string) => page.getByRole('grid').getByRole('checkbox', { name: `Select ${key}` }),
  tickAll: page.getByRole('checkbox', { name: 'Select all' }),
  refresh: page.getByRole('button', { name: 'Refresh' }),
  deleteSelected: page.getByRole('button', { name: 'Delete selected' }),
  prefix: page.getByLabel('Key begins with'),
  only: page.getByLabel('Show'),
  question: page.getByRole('alertdialog'),
  find: page.getByRole('button', { name: 'Find Duplicates' }),
  groups: page.getByRole('list', { name: 'Duplicate groups' }).getByRole('region'),
  typeOfGroups: page.getByLabel('Groups', { exact: true }),
  selectDuplicates: page.getByRole('button', { name: 'Select duplicates' }),
  findOrphans: page.getByRole('button', { name: 'Find Orphans' }),
})
