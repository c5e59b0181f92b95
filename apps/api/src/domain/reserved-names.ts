/** Words under which only the site itself speaks. */
const RESERVED =
  'admin administrator administration moderator moderation mod operator support helpdesk help staff team official system root owner webmaster postmaster security abuse dmca legal privacy billing contact info'.split(
    ' ',
  )

/** What passes for a letter of these words: of other alphabets, signs, digits. */
const LOOKALIKES = new Map(
  Object.entries({
    ...{
      а: 'a',
      в: 'b',
      е: 'e',
      і: 'i',
      ј: 'j',
      к: 'k',
      м: 'm',
      н: 'h',
      о: 'o',
      р: 'p',
      с: 'c',
      т: 't',
      у: 'y',
      х: 'x',
    },
    ...{
      ѕ: 's',
      ԁ: 'd',
      ɡ: 'g',
      α: 'a',
      ι: 'i',
      κ: 'k',
      ν: 'v',
      ο: 'o',
      ρ: 'p',
      τ: 't',
      υ: 'u',
      ı: 'i',
      l: 'i',
      '|': 'i',
    },
    ...{ '@': 'a', $: 's', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' },
  }),
)

/** The bare letters of a name, as they look. */
const lettersOf = (name: string) =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((sign) => LOOKALIKES.get(sign) ?? sign)
    .join('')
    .replace(/\P{L}/gu, '')

/**
 * Tells whether a name poses as the site: it is made of nothing but such words and names of the site, however they are
 * spaced, numbered and written (`Admin`, `adm1n_42`, `The HotVote Team`).
 */
export const reservedNames = (siteNames: readonly string[]) => {
  const words = [...RESERVED, ...siteNames].map(lettersOf).filter((word) => word.length > 1)
  const posing = new RegExp(`^(?:the)?(?:${words.join('|')})+$`, 'u')
  return (name: string) => [name, name.replace(/\d/g, '')].some((one) => posing.test(lettersOf(one)))
}
