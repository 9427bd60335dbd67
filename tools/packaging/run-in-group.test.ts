import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const program = join(import.meta.dirname, 'run-in-group.ts')
const run = (...given: string[]) =>
  spawnSync(process.execPath, [program, ...given], {
    encoding: 'utf8',
    // Nobody's folder is this one.
    cwd: '/',
    env: { ...process.env, SUDO_UID: '65534' },
  })
const canChange = process.getuid?.() === 0

test.runIf(canChange)(
  '[PACK490] a command runs as who called sudo, in the group, and ends with its own code',
  () => {
    const { stdout } = run('4242', 'sh', '-c', 'id -u; id -g; id -G')
    expect(stdout.trim().split('\n')).toEqual(['65534', '4242', '4242'])
    expect(run('4242', 'sh', '-c', 'exit 7').status).toBe(7)
  },
)

test('[PACK490] without a group by its number nothing is run', () => {
  for (const given of [['4242'], ['offline', 'true']]) expect(run(...given).status).toBe(2)
})

test('[PACK490] the packed program is tried without a network on each system, and macOS has to show that first', () => {
  const workflow = readFileSync(join(import.meta.dirname, '../../.github/workflows/test.yml'), 'utf8')
  const packed = workflow.slice(workflow.indexOf('\n  packed:'), workflow.indexOf('\n  update:'))
  const tries = packed.split('\n      - ').filter((step) => step.includes('npm run try-packed'))
  expect(tries.map((step) => /runner\.os == '(\w+)'/.exec(step)?.[1])).toEqual(['Linux', 'macOS', 'Windows'])
  const [linux, mac] = tries
  expect(linux).toContain('unshare --net')
  expect(mac).toMatch(
    /if .*run-in-group\.ts 4242 curl [^\n]*; then exit 1; fi[\s\S]*run-in-group\.ts 4242 npm run try-packed/,
  )
  expect(packed).toContain('block drop out quick proto { tcp, udp } all group 4242')
  expect(packed).toMatch(/New-NetFirewallRule [^\n]*-Action Block/)
})
