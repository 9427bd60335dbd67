import { useEffect, useRef, useState } from 'react'
import type { UsedPrompt } from '../../../../shared/bridge/recipe-procedures.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'

interface PromptPages {
  /** The last used first; null until first read. */
  readonly prompts: readonly UsedPrompt[] | null
  readonly failed: boolean
  /** Reads on, where there is more. */
  readonly more: () => void
}

interface Read {
  readonly prompts: readonly UsedPrompt[] | null
  readonly nextCursor: string | null
  readonly failed: boolean
}

const pageSize = 50
const nothingRead: Read = { prompts: null, nextCursor: null, failed: false }

/** Earlier prompts as far as they were looked through, while `active`. */
export function usePromptPages(active: boolean, search: string): PromptPages {
  const { bridge } = useAtelier()
  const [read, setRead] = useState<Read>(nothingRead)
  const asking = useRef<object | null>(null)

  async function ask(cursor: string | null, before: readonly UsedPrompt[]) {
    const mine = {}
    asking.current = mine
    const page = await bridge.call('prompts.history', {
      limit: pageSize,
      ...(search === '' ? {} : { search }),
      ...(cursor === null ? {} : { cursor }),
    })
    if (asking.current !== mine) return
    asking.current = null
    if (!page.ok) return setRead({ prompts: before, nextCursor: null, failed: true })
    const { prompts, nextCursor } = page.value
    setRead({ prompts: [...before, ...prompts], nextCursor, failed: false })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew for another search alone.
  useEffect(() => {
    if (active) void ask(null, [])
    return () => {
      asking.current = null
    }
  }, [active, search])

  return {
    prompts: read.prompts,
    failed: read.failed,
    more() {
      if (asking.current === null && read.nextCursor !== null) void ask(read.nextCursor, read.prompts ?? [])
    },
  }
}
