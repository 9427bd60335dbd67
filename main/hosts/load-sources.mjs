// What makes loading our TypeScript cheap, for the programs that run it without a build (decisions/0265). Plain
// JavaScript without imports from the project: code loaded before the cache is enabled is compiled at each start,
// and for one TypeScript file Node would load its type stripper.
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'atelier', 'compile'))

const root = new URL('../../', import.meta.url).href
const packages = new Map()

/** Packages whose modules, as far as they are imported, are all of the same kind. */
const ofModules = /\/node_modules\/(?:zod|hono)\//

// A relative import with an extension names exactly one file: nothing has to be looked up on the disk.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    if (parentURL === undefined) return next(specifier, context)
    if (!specifier.startsWith('.')) return ofPackage(specifier, context, next)
    if (specifier.endsWith('.ts')) return exactly(specifier, parentURL, 'module-typescript')
    if (specifier.endsWith('.js') && conditions.includes('import') && ofModules.test(parentURL))
      return exactly(specifier === zodLanguages ? zodEnglish : specifier, parentURL, 'module')
    return next(specifier, context)
  },
})

/** zod's messages in 50 languages, each a file. They are never shown: what a person reads stands in the words folders. */
const zodLanguages = '../locales/index.js'
const zodEnglish = '../locales/en.js'

/**
 * A package or module of Node, which is the same for each of our files: they have one folder of packages. For a
 * package's own files it may be another.
 */
function ofPackage(specifier, context, next) {
  const { parentURL, conditions } = context
  const isOurs =
    conditions.includes('import') && parentURL.startsWith(root) && !parentURL.includes('/node_modules/')
  if (!isOurs) return next(specifier, context)
  const found = packages.get(specifier) ?? next(specifier, context)
  packages.set(specifier, found)
  return { ...found, shortCircuit: true }
}

function exactly(specifier, parentURL, format) {
  return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
}
