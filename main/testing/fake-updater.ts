import type { Updater } from '../hosts/electron/updates.ts'

interface FakeUpdaterOptions {
  /** The version that the feed offers; null for none newer. */
  readonly offers?: string | null
  readonly checkFails?: string
  readonly downloadFails?: string
  readonly leavesItToTheSystem?: boolean
}

/** An updater without a feed; `done` lists what was asked of it. */
export class FakeUpdater implements Updater {
  readonly done: string[] = []
  installed = '0.1.0'
  #downloaded: string | null = null
  readonly leavesItToTheSystem: boolean
  readonly #options: FakeUpdaterOptions

  constructor(options: FakeUpdaterOptions = {}) {
    this.#options = options
    this.leavesItToTheSystem = options.leavesItToTheSystem ?? false
  }

  async check(): Promise<string | null> {
    this.done.push('check')
    if (this.#options.checkFails !== undefined) throw new Error(this.#options.checkFails)
    return this.#options.offers ?? null
  }

  async download(): Promise<void> {
    this.done.push('download')
    if (this.#options.downloadFails !== undefined) throw new Error(this.#options.downloadFails)
    this.#downloaded = this.#options.offers ?? null
  }

  install({ restarts }: { readonly restarts: boolean }): void {
    this.done.push(restarts ? 'install and restart' : 'install')
    this.installed = this.#downloaded ?? this.installed
  }
}
