import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BridgeClient, createBridgeClient } from '../../../shared/bridge/client.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { DataFolderError } from '../../infra/start-error.ts'
import { callDoor } from '../door/call-door.ts'
import { type DoorAddress, readDoorAddress } from '../door/door-file.ts'
import { openToAgents } from '../door/open-to-agents.ts'
import { SetUpError } from '../setup-error.ts'
import type { OpenStudio } from '../studio-on-folder.ts'

/** How often, and how long between, the owner of a data folder is looked for while it starts or ends. */
const tries = 100
const pauseMs = 100

export interface StudioLinkDeps {
  readonly dataFolder: string
  /** Opens the studio here; `onYield`: a person opens theirs on this folder. */
  open(onYield: () => void): Promise<OpenStudio>
  /** Throws `SetUpError` where the studio that has the folder is at another account than was asked for; before each call. */
  checkOther(service: StudioStatus['service']): void
}

/** The studio on a data folder, in this process or in the one that has the folder (AGENT20). */
export interface StudioLink {
  readonly call: BridgeClient['call']
  close(): Promise<void>
}

type Place =
  | { readonly kind: 'here'; readonly opened: OpenStudio; readonly client: BridgeClient }
  | { readonly kind: 'elsewhere'; readonly client: BridgeClient }

/** Nothing is opened before the first call. Calls throw `SetUpError` where no studio can be had. */
export function createStudioLink({ dataFolder, open, checkOther }: StudioLinkDeps): StudioLink {
  let found: Promise<Place> | null = null
  /** The end of a studio that was given up. */
  let leaving: Promise<void> | null = null
  let isClosed = false
  const ends = new WeakMap<OpenStudio, Promise<void>>()

  function place(): Promise<Place> {
    if (found) return found
    const mine = find()
    found = mine
    mine.catch(() => forget(mine))
    return mine
  }

  function forget(mine: Promise<Place>): void {
    if (found === mine) found = null
  }

  async function find(): Promise<Place> {
    const first = leaving ? 50 : 0
    await leaving
    leaving = null
    for (let tried = 0; ; tried += 1) {
      if (isClosed) throw new SetUpError(({ cli }) => cli.studioSilent(resolve(dataFolder)))
      const here = tried < first ? null : await openHere()
      if (here) return here
      const elsewhere = await reach()
      if (elsewhere) return elsewhere
      if (tried === tries) throw new SetUpError(({ cli }) => cli.studioSilent(resolve(dataFolder)))
      await pause(pauseMs)
    }
  }

  /** Null where another process has the folder. */
  async function openHere(): Promise<Place | null> {
    let isWanted = false
    let opened: OpenStudio | null = null
    try {
      opened = await open(() => {
        isWanted = true
        if (opened) void giveUp(opened)
      })
      if (isWanted) await giveUp(opened)
      await opened.studio.connected
      return { kind: 'here', opened, client: createBridgeClient(openToAgents(opened.studio.procedures)) }
    } catch (error) {
      const { cause } = error as Error
      if (cause instanceof DataFolderError && cause.trouble.code === 'folder_in_use') return null
      throw error
    }
  }

  /** Once, however often it is asked for. */
  function giveUp(opened: OpenStudio): Promise<void> {
    found = null
    const known = ends.get(opened) ?? opened.close()
    ends.set(opened, known)
    leaving = known
    return known
  }

  /** Null where nothing responds at the address that the folder names. */
  async function reach(): Promise<Place | null> {
    const address = await readDoorAddress(dataFolder)
    if (!address) return null
    const carry = carryTo(address)
    const client = createBridgeClient(carry)
    const isThere = await isAtAccount(client).catch((error: unknown) => {
      if (error instanceof SetUpError) throw error
      return false
    })
    return isThere ? { kind: 'elsewhere', client } : null
  }

  /** Whether it responds; throws `SetUpError` where it is at another account. */
  async function isAtAccount(client: BridgeClient): Promise<boolean> {
    const status = await client.call('studio.status', {})
    if (status.ok) checkOther(status.value.service)
    return status.ok
  }

  function carryTo(address: DoorAddress) {
    return (procedure: string, input: unknown) => callDoor(address, `/call/${procedure}`, input)
  }

  return {
    /** Each procedure that is open to agents can be repeated: what costs money is one run for each key. */
    async call(name, input) {
      for (let tried = 0; ; tried += 1) {
        const mine = place()
        const at = await mine
        if (at.kind === 'here') {
          const result = await at.client.call(name, input)
          if (result.ok || found === mine || tried === 2) return result
          continue
        }
        try {
          // The person may have switched the account; a quote is confirmed for its own account alone.
          await isAtAccount(at.client)
          return await at.client.call(name, input)
        } catch (error) {
          forget(mine)
          if (error instanceof SetUpError) throw error
          if (tried === 2) return { ok: false, error: { code: 'disconnected' } }
        }
      }
    },
    async close() {
      isClosed = true
      const at = await found?.catch(() => null)
      found = null
      if (at?.kind === 'here') await giveUp(at.opened)
      await leaving
    },
  }
}
