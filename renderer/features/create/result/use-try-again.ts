import { useState } from 'react'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { Question } from '../composer/form-state.ts'
import { agreedWith, readQuestion } from '../composer/read-question.ts'
import type { RunAgain, RunsStore } from '../runs/runs-store.ts'

/** Sends the settings of runs again, all in one act; asks first, once, where that goes beyond what the person set. */
export interface Retry {
  /** What is asked before anything is sent; null while nothing is. */
  readonly question: Question | null
  readonly sending: boolean
  send(offers: readonly RunAgain[]): Promise<void>
  /** The person's yes: the same new runs are confirmed. */
  agree(): Promise<void>
  /** The person's no: nothing was sent. */
  decline(): void
}

interface Asked {
  readonly offers: readonly RunAgain[]
  readonly question: Question
}

/** Failures after which nothing else is to be shown: nobody answered, or the run was tried again from elsewhere. */
const saysAll: ReadonlySet<BridgeFailure['code']> = new Set(['disconnected', 'not_possible_now'])

export function useRetry(model: RunsStore): Retry {
  const { failures } = useWords()
  const { recipes, catalog } = useAtelier()
  const notify = useNotify()
  const budget = useStudio(({ status }) => status?.budget ?? null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [sending, setSending] = useState(false)

  async function confirm(offers: readonly RunAgain[], agreed: Question['agreed']) {
    setSending(true)
    const result = await model.runAgain(offers, agreed)
    setSending(false)
    const request = { runs: offers, sheet: null }
    const question = result.ok ? null : readQuestion(result.error, { request, agreed, budget })
    setAsked(question && { offers, question })
    if (result.ok || question) return
    notify(failures.sentence(result.error), 'danger')
    if (!saysAll.has(result.error.code)) showPresent(offers)
  }

  /** One run's form shows what is wrong now, and the price as it is now; of several, the button itself does. */
  function showPresent([first, ...others]: readonly RunAgain[]) {
    if (first && others.length === 0) recipes.offer({ modelId: first.run.modelId, values: first.run.values })
    else void catalog.refresh()
  }

  return {
    question: asked?.question ?? null,
    sending,
    send: (offers) => confirm(offers, []),
    async agree() {
      if (asked) await confirm(asked.offers, agreedWith(asked.question))
    },
    decline: () => setAsked(null),
  }
}
