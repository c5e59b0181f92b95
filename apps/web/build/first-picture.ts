import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { compile } from 'tailwindcss'
import { build, type Plugin } from 'vite'
import type { Frames } from './render-frames.ts'

/**
 * What the server needs to paint the first photo without any script (docs/decisions/011): the first frame of the rate
 * screen, and no more styles than it needs. The server fills in what stands in double braces.
 */
const FILE = '.first-picture.json'

const web = join(import.meta.dirname, '..')
const { resolve } = createRequire(import.meta.url)

/** In a process of its own, which pretends to be a browser. */
const renderFrames = async (): Promise<Frames> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'render-frames.ts')])
  return JSON.parse(stdout)
}

/** The file that an import of a style sheet names; fonts come with the whole style sheet only. */
const loadStylesheet = async (id: string, base: string) => {
  const path = id === 'tailwindcss' ? resolve('tailwindcss/index.css') : join(base, id)
  return { path, base: dirname(path), content: id.startsWith('@fontsource') ? '' : await readFile(path, 'utf8') }
}

/** The styles of these frames, made and written as those of the whole page are. */
const stylesOf = async (frames: string[]) => {
  const src = join(web, 'src')
  const { build: select } = await compile(await readFile(join(src, 'styles.css'), 'utf8'), {
    base: src,
    loadStylesheet,
  })
  const classes = frames.flatMap((html) => [...html.matchAll(/ class="([^"]*)"/g)].map(([, names = '']) => names))
  const css = select(classes.join(' ').replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' '))
  const name = 'virtual:first-picture.css'
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name, resolveId: (id) => (id === name ? id : null), load: (id) => (id === name ? css : null) }],
    build: { write: false, rolldownOptions: { input: name } },
  })
  const outputs = [made].flat().flatMap((result) => ('output' in result ? result.output : []))
  const style = outputs.find((output) => output.type === 'asset' && output.fileName.endsWith('.css'))
  if (style?.type !== 'asset') throw new Error('The first frame has no styles')
  return String(style.source).trim()
}

export const firstPicture = (): Plugin => ({
  name: 'first-picture',
  apply: 'build',
  async generateBundle() {
    const frames = await renderFrames()
    const noscript = '<noscript class="block p-6 text-center">'
    const css = await stylesOf([noscript, ...Object.values(frames).flatMap((ofBrand) => Object.values(ofBrand))])
    this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify({ css, frames }) })
  },
})
