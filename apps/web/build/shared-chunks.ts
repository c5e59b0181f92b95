import type { Rolldown } from 'vite'

type Modules = Rolldown.ChunkingContext

/** Returns the module and all modules reachable from it. */
function reached(id: string, getImports: (id: string) => readonly string[] | undefined): string[] {
  const seen = new Set([id])
  for (const one of seen) for (const next of getImports(one) ?? []) seen.add(next)
  return [...seen]
}

/** A module belongs to the first chunk that matches. */
const files: { name: string; includes: (screen: string) => boolean; imports?: RegExp }[] = [
  { name: 'rate', includes: (screen) => screen.includes('/features/rate/') },
  { name: 'forms', includes: () => true, imports: /\/node_modules\/(zod|react-hook-form)\// },
  { name: 'visitor', includes: (screen) => !/\/(features\/admin|app\/operator)\//.test(screen) },
  { name: 'operator', includes: () => true },
]

/**
 * Groups the code that lazy screens share into a few chunks. The default splits a screen into up to fifty,
 * of which browsers request only six at a time (docs/decisions/026).
 */
export const sharedChunks = files.map(({ name, includes, imports }, index) => ({
  debugName: name,
  priority: files.length - index,
  name: (id: string, modules: Modules) => {
    const isScreen = (module: string) => (modules.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0
    const screens = reached(id, (module) => modules.getModuleInfo(module)?.importers).filter(isScreen)
    if (screens.length < 2 || !screens.some(includes)) return null
    const needed = imports && reached(id, (module) => modules.getModuleInfo(module)?.importedIds)
    return needed?.some((module) => imports?.test(module)) === false ? null : name
  },
}))
