import decancer from 'decancer'

/** Words under which only the site itself speaks. */
const RESERVED =
  'admin administrator administration moderator moderation mod operator support helpdesk help staff team official system root owner webmaster postmaster security abuse dmca legal privacy billing contact info'.split(
    ' ',
  )

/** Signs and digits that are read as letters; `l` looks like `i` in many fonts. */
const LETTERS: Record<string, string> = { '@': 'a', $: 's', '|': 'i', l: 'i', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' }

/** Emoji except the letters of flags. */
const PICTOGRAPHS = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/gu

/** The Latin letters that a reader sees in a name, whatever alphabet they are from. */
const readLetters = (name: string) =>
  [...decancer(name.replace(PICTOGRAPHS, ''), { disableBidi: true }).toString()]
    .map((sign) => LETTERS[sign] ?? sign)
    .join('')
    .replace(/\P{L}/gu, '')

/**
 * Tells whether a name imitates the site or its operator: the name has only reserved words and `ownNames`, however they
 * are spaced, numbered and written (`Admin`, `adm1n_42`, `The HotVote Team`, `ᴀᴅᴍɪɴ`).
 */
export const reservedNames = (ownNames: readonly string[]) => {
  const words = [...RESERVED, ...ownNames].map(readLetters).filter((word) => word.length > 1)
  const posing = new RegExp(`^(?:the)?(?:${words.join('|')})+$`, 'u')
  return (name: string) => [name, name.replace(/\d/g, '')].some((one) => posing.test(readLetters(one)))
}
