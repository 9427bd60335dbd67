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
  /** Throws `SetUpError` where the studio that has the folder is at another account than was asked for. */
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

  function place(): Promise<Place> {
    found ??= find().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }

  async function find(): Promise<Place> {
    for (let tried = 0; ; tried += 1) {
      const here = await openHere()
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

  async function giveUp(opened: OpenStudio): Promise<void> {
    found = null
    await opened.close()
  }

  /** Null where nobody answers at the address that the folder names. */
  async function reach(): Promise<Place | null> {
    const address = await readDoorAddress(dataFolder)
    if (!address) return null
    const carry = carryTo(address)
    const client = createBridgeClient(carry)
    const status = await client.call('studio.status', {}).catch(() => null)
    if (!status?.ok) return null
    checkOther(status.value.service)
    return { kind: 'elsewhere', client }
  }

  function carryTo(address: DoorAddress) {
    return (procedure: string, input: unknown) => callDoor(address, `/call/${procedure}`, input)
  }

  return {
    /** Each procedure that is open to agents can be repeated: what costs money is one run for each key. */
    async call(name, input) {
      for (let tried = 0; ; tried += 1) {
        const at = await place()
        if (at.kind === 'here') {
          const result = await at.client.call(name, input)
          if (result.ok || found !== null || tried === 2) return result
          continue
        }
        try {
          return await at.client.call(name, input)
        } catch {
          found = null
          if (tried === 2) return { ok: false, error: { code: 'disconnected' } }
        }
      }
    },
    async close() {
      const at = await found?.catch(() => null)
      found = null
      if (at?.kind === 'here') await at.opened.close()
    },
  }
}
