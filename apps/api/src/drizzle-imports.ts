import { registerHooks } from 'node:module'

/** Avoids reading drizzle-orm's 130 kB `package.json` for each file, half of the startup time (docs/decisions/026). */
registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL = '' } = context
    if (!specifier.startsWith('.') || !parentURL.includes('/node_modules/drizzle-orm/'))
      return resolveNext(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
