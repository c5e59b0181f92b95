/** No text is empty, because an empty one would change the path. */
export const HOSTILE_TEXTS = [
  ...['x', ' ', '0', '-1', '1.5', '1e3', '007', '+1', 'NaN', 'null', 'true', '9007199254740993', '9'.repeat(30)],
  ...["' OR 1=1 --", '../../etc/passwd', '\0', '\n', '\u202e', 'İ', '😀', '<script>', '__proto__', 'constructor'],
  ...[
    '[object Object]',
    '1,2',
    '1;2',
    'x'.repeat(5000),
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '2026-02-30',
    '9999-12-31',
    '%',
    'hv-code-x',
  ],
] as const satisfies readonly string[]

export const HOSTILE_VALUES = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [[]], [null], { length: 1 }, { $gt: '' }],
  ...['', '\ud800', '\u0000', Array(50).fill('x'), { toString: 1 }, { __proto__x: 1 }],
  ...HOSTILE_TEXTS,
] as const

export const HOSTILE_BODIES = [
  { text: '' },
  { text: '{"a":' },
  { text: 'null' },
  { text: '[]' },
  { text: '"text"' },
  { text: '{}', headers: { 'content-type': 'text/plain' } },
  { text: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  { text: '{}', headers: { 'content-type': 'multipart/form-data' } },
  { text: '{}', headers: { 'content-encoding': 'gzip' } },
  { text: JSON.stringify({ a: 'x'.repeat(1_100_000) }) },
  { text: `${'['.repeat(10_000)}${']'.repeat(10_000)}` },
] as const satisfies readonly { text: string; headers?: Record<string, string> }[]
