import type { Brand } from '@hotvote/shared/brands'
import { describe, expect, it } from 'vitest'
import { renderMail } from './layout.ts'

const BRAND: Brand = { siteName: 'HotVote', domain: 'hot.example', useLogo: false, logoType: 'hotvote' }
const WORDS = {
  subject: 'Your link',
  title: 'Save your account',
  paragraphs: ['First.', 'Second.\nOn two lines.'],
  button: { label: 'Save it', url: 'https://hot.example/v?token=a_b-c&next=1' },
  footnotes: ['Ignore it otherwise.'],
}

const stripHtml = (html: string) =>
  html
    .replace(/<head>.*?<\/head>|<[^>]+>/gs, '\n')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('an email', () => {
  it('has equal text and HTML parts', () => {
    const { text, html } = renderMail(BRAND, WORDS)
    const htmlText = stripHtml(html)
    const said = [
      WORDS.title,
      'First.',
      'Second.',
      'On two lines.',
      'Save it',
      WORDS.button.url,
      'Ignore it otherwise.',
    ]
    for (const part of [...said, 'HotVote · hot.example']) {
      expect(text).toContain(part)
      expect(htmlText).toContain(part)
    }
  })

  it('escapes its text in HTML', () => {
    const code = `"><script>alert('x')</script>&amp;{{7*7}}`
    const words = { subject: code, title: code, paragraphs: [code], footnotes: [code] }
    const button = { label: code, url: `https://hot.example/?${code}` }
    const { html, text } = renderMail({ ...BRAND, siteName: code }, { ...words, button })
    expect(html).not.toContain('<script')
    expect(html).not.toContain(`alert('x')`)
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;{{7*7}}')
    expect(text).toContain(code)
  })

  it('has a subject of one line', () => {
    expect(renderMail(BRAND, { ...WORDS, subject: 'Hi\r\nBcc: v@z.test\u0007 ' }).subject).toBe('Hi Bcc: v@z.test')
  })

  it('shows the picture of a brand only with a full address, else its name', () => {
    const custom: Brand = { ...BRAND, useLogo: true, logoType: 'custom' }
    const logo = { ...custom, logoUrl: 'https://cdn.example/logo.png?a=1&b="2' }
    expect(renderMail(logo, WORDS).html).toContain(
      '<img src="https://cdn.example/logo.png?a=1&amp;b=&quot;2" alt="HotVote"',
    )
    for (const brand of [BRAND, custom, { ...custom, logoUrl: '/logo.png' }, { ...logo, useLogo: false }])
      expect(renderMail(brand, WORDS).html).not.toContain('<img')
    expect(renderMail({ ...custom, logoUrl: 'javascript:alert(1)' }, WORDS).html).not.toContain('javascript')
  })
})
