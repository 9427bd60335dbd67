// Plain JavaScript without imports from the project: code loaded before the cache is enabled is compiled at
// each start, and for one TypeScript file Node would load its type stripper.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'atelier', 'compile'))
await import('./start.ts')
