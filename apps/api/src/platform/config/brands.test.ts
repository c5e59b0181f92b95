import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBrands } from './brands.ts'
import { ConfigError, loadConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotvote-brands-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const configWith = (content: string, env: Record<string, string> = {}) => {
  const file = join(folder, 'brands.json')
  writeFileSync(file, content)
  return loadConfig({ BRANDS_FILE: file, PUBLIC_URL: 'https://hot.example', ...env })
}
const getBrands = (content: unknown, env?: Record<string, string>) =>
  openBrands(configWith(JSON.stringify(content), env))

const TWO = {
  'hot.example': { siteName: 'Hot Example' },
  'Duel.Example': {
    siteName: 'Duel',
    domain: 'www.duel.example',
    useLogo: true,
    logoType: 'custom',
    logoUrl: '/duel.svg',
  },
}

describe('brands without a file', () => {
  it('name every host HotVote without a logo, at the public address', () => {
    const brands = openBrands(loadConfig({ PUBLIC_URL: 'https://hot.example:8443' }))
    const standard = { siteName: 'HotVote', domain: 'hot.example', useLogo: false, logoType: 'hotvote' }
    for (const host of ['hot.example:8443', 'other.example', '', undefined]) expect(brands.of(host)).toEqual(standard)
    expect(brands.getOrigin(brands.of(undefined))).toBe('https://hot.example:8443')
  })
})

describe('the brand of a host', () => {
  it.each([
    ['hot.example', 'Hot Example'],
    ['duel.example', 'Duel'],
    ['DUEL.example:8080', 'Duel'],
    ['www.duel.example', 'Hot Example'],
    ['unknown.example', 'Hot Example'],
    ['<script>alert(1)</script>', 'Hot Example'],
    ['__proto__', 'Hot Example'],
    ['', 'Hot Example'],
    [undefined, 'Hot Example'],
  ])('is found for %j: %s', (host, name) => {
    expect(getBrands(TWO).of(host).siteName).toBe(name)
  })

  it('is the default if the public address has no brand', () => {
    const brands = getBrands(TWO, { PUBLIC_URL: 'https://third.example' })
    expect(brands.of('unknown.example')).toMatchObject({ siteName: 'HotVote', domain: 'third.example' })
  })

  it('has a domain of its own, or uses the host', () => {
    const brands = getBrands(TWO)
    expect(brands.of('hot.example')).toEqual({
      siteName: 'Hot Example',
      domain: 'hot.example',
      useLogo: false,
      logoType: 'hotvote',
    })
    expect(brands.getOrigin(brands.of('hot.example'))).toBe('https://hot.example')
    expect(brands.getOrigin(brands.of('duel.example'))).toBe('https://www.duel.example')
  })
})

const getProblems = (content: string, env?: Record<string, string>) => {
  try {
    configWith(content, env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').slice(1)
  }
}

describe('an invalid file', () => {
  it.each(['', '{', 'null', '[]', '"brands"', '1'])('is refused unless it is a JSON object: %j', (content) => {
    expect(getProblems(content)).toEqual(['  BRANDS_FILE must be a JSON object: host name to brand'])
  })

  it.each([
    ['no name', { 'a.example': {} }, /"a\.example" siteName: /],
    ['an empty name', { 'a.example': { siteName: ' ' } }, /"a\.example" siteName: /],
    ['a key that is no host', { 'https://a.example/': { siteName: 'A' } }, /must be a host name/],
    ['a port', { 'a.example:80': { siteName: 'A' } }, /must be a host name without a port/],
    ['a domain that is none', { 'a.example': { siteName: 'A', domain: 'a/b' } }, /"a\.example" domain: /],
    ['a misspelt setting', { 'a.example': { siteName: 'A', uselogo: true } }, /uselogo/],
    ['an unknown kind of logo', { 'a.example': { siteName: 'A', logoType: 'big' } }, /logoType: /],
    [
      'a missing picture',
      { 'a.example': { siteName: 'A', useLogo: true, logoType: 'custom' } },
      /logoUrl: is required/,
    ],
    ['a script', { 'a.example': { siteName: 'A', logoUrl: 'javascript:alert(1)' } }, /logoUrl: must be an http/],
    ['a picture of no scheme', { 'a.example': { siteName: 'A', logoUrl: '//b.example/x.png' } }, /logoUrl: /],
    ['the same host twice', { 'a.example': { siteName: 'A' }, 'A.example': { siteName: 'B' } }, /is there twice/],
    ['no brand', { 'a.example': 'A' }, /"a\.example": /],
  ])('is refused for %s', (_what, content, problem) => {
    const problems = getProblems(JSON.stringify(content))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^ {2}BRANDS_FILE /)
    expect(problems[0]).toMatch(problem)
  })

  it('is reported together with all other errors', () => {
    const content = { 'a.example': { siteName: '' }, 'b.example': { siteName: 'B', domain: '/' } }
    const problems = getProblems(JSON.stringify(content), { PORT: 'x' })
    expect(problems.map((line) => line.trim().split(' ').slice(0, 2).join(' '))).toEqual([
      'PORT must',
      'BRANDS_FILE "a.example"',
      'BRANDS_FILE "b.example"',
    ])
  })
})
