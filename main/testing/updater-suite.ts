import { expect, test } from 'vitest'
import type { Updater } from '../hosts/electron/updates.ts'

/** A feed in some state; `installed` says which version is the person’s then. */
export interface UpdaterCase {
  readonly updater: Updater
  installed(): string
}

type Feed = 'newer' | 'same' | 'older' | 'broken' | 'tampered'

/** What every updater does, with 0.1.0 installed and a feed that offers 0.2.0 where it is newer. */
export function updaterSuite(open: (feed: Feed) => Promise<UpdaterCase>): void {
  test('[PACK20] finds the newer version and downloads nothing by that', async () => {
    const { updater, installed } = await open('newer')
    expect(await updater.check()).toBe('0.2.0')
    expect(installed()).toBe('0.1.0')
  })

  test.each(['same', 'older'] as const)(
    '[PACK20] finds nothing newer in a feed with the %s version',
    async (feed) => {
      const { updater } = await open(feed)
      expect(await updater.check()).toBeNull()
    },
  )

  test('[PACK20] says that a feed can’t be read', async () => {
    const { updater } = await open('broken')
    await expect(updater.check()).rejects.toThrow()
  })

  test('[PACK21] replaces the version before it, once it is told to install', async () => {
    const { updater, installed } = await open('newer')
    await updater.check()
    await updater.download()
    expect(installed()).toBe('0.1.0')
    updater.install({ restarts: false })
    expect(installed()).toBe('0.2.0')
  })

  test('[PACK21] refuses a file that is not the feed’s, and leaves what is installed', async () => {
    const { updater, installed } = await open('tampered')
    await updater.check()
    await expect(updater.download()).rejects.toThrow('sha512 checksum mismatch')
    expect(installed()).toBe('0.1.0')
  })
}
