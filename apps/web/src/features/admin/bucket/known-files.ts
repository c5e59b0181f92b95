import type { Deletable } from './deletion-bar.tsx'

/** The parts of the screen in which files can be ticked. */
export type Part = 'groups' | 'list'

/** What is known of every file that was shown. Which copy stays only the groups that are shown now can say. */
export function knownFiles() {
  const known = new Map<string, Deletable>()
  const copies = new Map<string, Deletable>()
  return {
    learn: (part: Part, files: Deletable[]) => {
      if (part === 'groups') copies.clear()
      for (const { copyOf, ...file } of files) {
        known.set(file.key, { ...known.get(file.key), ...file })
        if (copyOf) copies.set(file.key, copyOf)
      }
    },
    of: (key: string): Deletable => {
      const copyOf = copies.get(key)
      return { ...(known.get(key) ?? { key, item: null }), ...(copyOf && { copyOf }) }
    },
  }
}
