/** Names that nobody may have, each for its own reason. */
export const REFUSED_NAMES = {
  empty: '',
  'spaces only': '     ',
  'two characters': 'ab',
  'two characters and spaces': '  ab  ',
  'one too many': 'x'.repeat(31),
  'one emoji too many': '🔥'.repeat(31),
  'ten kilobytes': 'x'.repeat(10_000),
  'turned around by U+202E': 'abc\u202Edef',
  'with a zero-width joiner': 'abc\u200Ddef',
  'of letters that draw nothing': '\u3164\u3164\u3164',
  'with a zero-width space': 'abc\u200Bdef',
  'with a line break inside a control': 'abc\u0007def',
  'with half an emoji': 'abc\uD83D',
}
