import { useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useWords } from '../../../words/words-context.tsx'
import type { Question } from '../form/form-state.ts'
import { agreedWith, readQuestion } from '../form/read-question.ts'
import type { RunAgain, RunsModel } from './runs-store.ts'

/** Sends a run's settings again; asks first, once, where that goes beyond what the person set. */
export interface TryAgain {
  /** What is asked before anything is sent; null while nothing is. */
  readonly question: Question | null
  readonly sending: boolean
  send(offer: RunAgain): Promise<void>
  /** The person's yes: the same new run is confirmed. */
  agree(): Promise<void>
  /** The person's no: nothing was sent. */
  decline(): void
}

export function useTryAgain(run: SubmissionView, model: RunsModel): TryAgain {
  const { failures } = useWords()
  const { recipes } = useAtelier()
  const notify = useNotify()
  const budget = useStudio(({ status }) => status?.budget ?? null)
  const [question, setQuestion] = useState<Question | null>(null)
  const [sending, setSending] = useState(false)

  async function confirm(offer: RunAgain, agreed: Question['agreed']) {
    setSending(true)
    const result = await model.runAgain(run.submissionId, offer, agreed)
    setSending(false)
    const request = { runs: [offer], sheet: null }
    const asked = result.ok ? null : readQuestion(result.error, { request, agreed, budget })
    setQuestion(asked)
    if (result.ok || asked) return
    notify(failures.sentence(result.error), 'danger')
    // The form shows what is wrong now, and the price as it is now.
    if (result.error.code !== 'disconnected') recipes.lay({ modelId: run.modelId, values: run.values })
  }

  return {
    question,
    sending,
    send: (offer) => confirm(offer, []),
    async agree() {
      const [offer] = question?.request.runs ?? []
      if (question && offer) await confirm(offer, agreedWith(question))
    },
    decline: () => setQuestion(null),
  }
}
