import { createVitest, type Vitest } from 'vitest/node'

/** Run these tests; `changed` are the files that may have changed since the last run. All as absolute paths. */
export interface TestOrder {
  readonly changed: readonly string[]
  readonly tests: readonly string[]
  /**
   * Where no test ends within so many milliseconds of CPU time, they hang: a busy machine is no endless loop. So they
   * do in ten times as long without it: an import that waits for ever uses none.
   */
  readonly patienceMs: number
}

export type Verdict = 'passed' | 'failed' | 'hung'

/** How often it is looked whether tests hang. */
const lookMs = 100

/** When the last test ended: the CPU time of this process, its threads included, and the time. */
let last = readClocks()

/** The tests that this process runs belong to the tree in its working directory. */
const vitest = await createVitest({
  watch: false,
  // The first failure is enough.
  bail: 1,
  pool: 'threads',
  maxWorkers: 1,
  reporters: [
    {
      onTestCaseResult() {
        last = readClocks()
      },
    },
  ],
  silent: true,
  testTimeout: 10_000,
  hookTimeout: 5_000,
})
await vitest.standalone()
const known = await vitest.globTestSpecifications()
/** Results of an earlier run are reported again after every later one: its modules, and errors outside a test. */
const seenErrors = new Set<unknown>()

process.on('message', ({ changed, tests, patienceMs }: TestOrder) => {
  last = readClocks()
  const look = setInterval(() => {
    const now = readClocks()
    if (now.usedMs - last.usedMs > patienceMs || now.atMs - last.atMs > 10 * patienceMs) settle('hung')
  }, lookMs)
  const settle = (verdict: Verdict) => {
    clearInterval(look)
    process.send?.(verdict)
  }
  void run(vitest, changed, tests).then((passed) => settle(passed ? 'passed' : 'failed'))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function readClocks(): { readonly usedMs: number; readonly atMs: number } {
  const { user, system } = process.cpuUsage()
  return { usedMs: (user + system) / 1000, atMs: performance.now() }
}

async function run(host: Vitest, changed: readonly string[], tests: readonly string[]): Promise<boolean> {
  for (const file of changed) host.invalidateFile(file)
  for (const test of tests) {
    const specifications = known.filter(({ moduleId }) => moduleId === test)
    // A failure of an earlier run would end this one at once.
    host.state.idMap.clear()
    host.state.filesMap.clear()
    const { testModules, unhandledErrors } = await host.runTestSpecifications(specifications)
    const isNew = unhandledErrors.some((error) => !seenErrors.has(error))
    for (const error of unhandledErrors) seenErrors.add(error)
    if (isNew || !testModules.find(({ moduleId }) => moduleId === test)?.ok()) return false
  }
  return true
}
