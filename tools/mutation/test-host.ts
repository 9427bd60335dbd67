import { createVitest, type Vitest } from 'vitest/node'

/** Run this file, which has changed, against these tests; both by their whole path. */
export interface TestOrder {
  readonly changed: string
  readonly tests: readonly string[]
}

/** The tests that this process runs belong to the tree in its working directory. */
const vitest = await createVitest({
  watch: false,
  bail: 1,
  pool: 'threads',
  maxWorkers: 1,
  reporters: [{}],
  silent: true,
  testTimeout: 15_000,
})
await vitest.standalone()
const known = await vitest.globTestSpecifications()

process.on('message', ({ changed, tests }: TestOrder) => {
  void run(vitest, changed, tests).then((passed) => process.send?.(passed))
})
process.on('disconnect', () => process.exit())
process.send?.(true)

async function run(host: Vitest, changed: string, tests: readonly string[]): Promise<boolean> {
  host.invalidateFile(changed)
  for (const test of tests) {
    const specifications = known.filter(({ moduleId }) => moduleId === test)
    const { testModules, unhandledErrors } = await host.runTestSpecifications(specifications)
    if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return false
  }
  return true
}
