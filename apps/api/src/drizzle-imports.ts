import { registerHooks } from 'node:module'

/** Node reads the 130 kB `package.json` of drizzle-orm for each of its files: half of the time of a start (docs/decisions/026). */
registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '' } = context
    if (!specifier.startsWith('.') || !parentURL.includes('/node_modules/drizzle-orm/'))
      return resolveNext(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
