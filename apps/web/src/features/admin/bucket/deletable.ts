import type { BucketFile } from '@hotvote/shared/bucket'

type Picture = Pick<BucketFile, 'key' | 'url' | 'thumbnailUrl'>

/** What one has to know of a file before it is deleted. */
export type Deletable = {
  key: string
  item: { id: number; name: string; votes: number } | null
  /** Absent for a file that is missing. */
  picture?: Picture
  /** The copy that stays, of a file that is there twice. */
  copyOf?: Deletable | undefined
}

export const deletableOf = (file: BucketFile): Deletable => ({
  key: file.key,
  item: file.usedBy && { id: file.usedBy.mediaId, name: file.mediaName ?? '', votes: file.usedBy.votes },
  picture: file,
})

/** Of files that are deleted together: which copy of one of them stays. None does where it goes, too. */
export function stayingCopies(files: Deletable[]) {
  const going = new Set(files.map(({ key }) => key))
  const goingItems = new Set(files.map(({ item }) => item?.id))
  return ({ copyOf }: Deletable) =>
    copyOf && !going.has(copyOf.key) && !goingItems.has(copyOf.item?.id) ? copyOf : undefined
}
