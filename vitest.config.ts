import { defineConfig } from 'vitest/config'
import { moveToPackagedNode } from './tools/packaged-node.ts'

moveToPackagedNode()

const ignored = ['**/node_modules/**', '**/dist/**']
/** Logic without the world: no timers of its own, no process state, nothing that a file could leave behind for the next. */
const pure = '{shared,main/engine,renderer}/**/*.test.{ts,tsx}'
/** Adapters, routes and stores over folders, ports and clocks of their own: each test closes what it opened, and restores globals. */
const tidy =
  '{main/infra,preload,bench,chaos,sandbox/{http,usage,billing,store,requests,jobs,description}}/**/*.test.ts'
/** What measures a service for many seconds, and what must find no words loaded: a process each. Begun first, as the longest. */
const alone = ['conformance/**/*.test.ts', 'main/hosts/cli/cli-language.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    // One more than cores: tests that start programs and make media wait for them.
    maxWorkers: 3,
    // A slower test says so in its file, and why.
    testTimeout: 10_000,
    hookTimeout: 30_000,
    unstubEnvs: true,
    unstubGlobals: true,
    // Tests wait for events, which may take long on a busy machine.
    expect: { poll: { timeout: 15_000, interval: 25 } },
    projects: [
      // They run in the order of their names.
      { extends: true, test: { name: 'alone', include: alone, exclude: ignored } },
      {
        extends: true,
        // Its files share a process: half of what they cost alone is reading the same modules again.
        test: {
          name: 'pure',
          include: [pure],
          exclude: ignored,
          isolate: false,
          setupFiles: 'renderer/testing/failure-words.ts',
        },
      },
      {
        extends: true,
        test: { name: 'tidy', include: [tidy], exclude: ignored, isolate: false },
      },
      {
        extends: true,
        test: {
          // Whole studios, sandboxes and programs, each with folders and ports of its own: none lives on in a module.
          name: 'world',
          include: ['{main,preload,sandbox,bench,chaos,tools}/**/*.test.{ts,tsx}'],
          exclude: [...ignored, pure, tidy, ...alone],
          isolate: false,
        },
      },
    ],
  },
})
