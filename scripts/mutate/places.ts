import type { Place } from './place.ts'
import { adminConstants } from './places/admin-constants.ts'
import { adminTexts } from './places/admin-texts.ts'
import { adminWorkConstants } from './places/admin-work-constants.ts'
import { adminFormTexts, visitorFormTexts } from './places/form-texts.ts'
import { visitorConstants } from './places/visitor-constants.ts'
import { visitorFileConstants } from './places/visitor-file-constants.ts'
import { visitorTexts } from './places/visitor-texts.ts'

/** Every place, by the section of the specification that it comes from. */
export const sections: Record<string, readonly Place[]> = {
  'visitor.md §5': visitorFormTexts,
  'visitor.md §8': visitorTexts,
  'visitor.md §9': [...visitorConstants, ...visitorFileConstants],
  'admin.md §5': adminFormTexts,
  'admin.md §8': adminTexts,
  'admin.md §9': [...adminConstants, ...adminWorkConstants],
}

/** One change of one place. */
export type Mutation = Place & { name: string; with: string; key: string }

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export const mutations: Mutation[] = Object.entries(sections).flatMap(([section, places]) =>
  places.flatMap((place) =>
    place.replace.map((replacement) => {
      const change = [place.file, place.find, replacement, place.tests, place.size, place.grep]
      const name = `${section} ${place.row}: ${inOneLine(place.find)} → ${inOneLine(replacement) || 'nothing'}`
      return { ...place, name, with: replacement, key: JSON.stringify(change) }
    }),
  ),
)
