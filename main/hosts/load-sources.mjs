// What makes loading our TypeScript cheap, for the programs that run it without a build (decisions/0265). Plain
// JavaScript without imports from the project: code loaded before the cache is enabled is compiled at each start,
// and for one TypeScript file Node would load its type stripper.
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'atelier', 'compile'))

// A relative import of a .ts file names exactly one file, a module: nothing has to be looked up on the disk.
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL !== undefined
    if (!isOurs) return next(specifier, context)
    return {
      url: new URL(specifier, context.parentURL).href,
      format: 'module-typescript',
      shortCircuit: true,
    }
  },
})
