// Plain JavaScript, so that the sources are loaded only once that is cheap.
import '../load-sources.mjs'

await import('./cli.ts')
