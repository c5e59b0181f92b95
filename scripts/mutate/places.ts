import type { Place } from './place.ts'
import { visitorTexts } from './places/visitor-texts.ts'

/** Every place, by the section of the specification that it comes from. */
export const sections: Record<string, readonly Place[]> = {
  'visitor.md §8': visitorTexts,
}

/** One change of one place. */
export type Mutation = Place & { name: string; with: string; key: string }

export const mutations: Mutation[] = Object.entries(sections).flatMap(([section, places]) =>
  places.flatMap((place) =>
    place.replace.map((replacement) => {
      const change = [place.file, place.find, replacement, place.tests, place.size, place.grep]
      const name = `${section} ${place.row}: ${place.find} → ${replacement}`
      return { ...place, name, with: replacement, key: JSON.stringify(change) }
    }),
  ),
)
