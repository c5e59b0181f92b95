import { registerHooks } from 'node:module'

/**
 * For each file of a package, Node reads the package's `package.json` anew. That of drizzle-orm lists 130 kB of exports, which
 * took almost half of the time of a start. Its files are modules and import each other by path: nothing is looked up for
 * them (docs/decisions/026).
 */
registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '' } = context
    if (!specifier.startsWith('.') || !parentURL.includes('/node_modules/drizzle-orm/'))
      return resolveNext(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
