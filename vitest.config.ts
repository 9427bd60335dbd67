import { defineConfig } from 'vitest/config'
import { moveToPackagedNode } from './tools/packaged-node.ts'

moveToPackagedNode()

const ignored = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    include: ['{shared,main,preload,renderer,sandbox,conformance,bench,chaos,tools}/**/*.test.{ts,tsx}'],
    exclude: ignored,
    environment: 'node',
    // Two cores: more workers would only wait for each other.
    maxWorkers: 2,
    // A slower test says so in its file, and why.
    testTimeout: 10_000,
    hookTimeout: 30_000,
    unstubEnvs: true,
    // Tests wait for events, which may take long on a busy machine.
    expect: { poll: { timeout: 15_000, interval: 25 } },
  },
})
