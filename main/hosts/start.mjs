// Plain JavaScript, and it imports nothing of the project itself: what is loaded before the cache is on is compiled anew at
// each start, and for one file of TypeScript Node would load what strips its types.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'atelier', 'compile'))
await import('./start.ts')
