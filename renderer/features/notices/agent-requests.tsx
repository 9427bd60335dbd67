import { Bot } from 'lucide-react'
import { useStore } from 'zustand'
import type { AgentRequest } from '../../../shared/bridge/agent-procedures.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useNoticeWords } from '../../words/notice-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { type AgentRequestsStore, createAgentRequestsStore } from './agent-requests-store.ts'
import styles from './notices-banner.module.css'

/** It comes with this code, and is kept as long as the page. */
const storeOf = new WeakMap<Bridge, AgentRequestsStore>()

function useAgentRequests(): AgentRequestsStore {
  const { bridge } = useAtelier()
  const known = storeOf.get(bridge) ?? createAgentRequestsStore(bridge)
  storeOf.set(bridge, known)
  return known
}

/** Runs of agents that wait for the person's yes, each with what it costs (AGENT14). */
export function AgentRequests() {
  const { agents } = useNoticeWords()
  const requests = useAgentRequests()
  const waiting = useStore(requests.store, (state) => state.requests)
  // The live region is there before what it announces.
  return (
    <div aria-live="polite">
      {waiting.length > 0 && (
        <section aria-label={agents.region}>
          <ul className={styles.others}>
            {waiting.map((request) => (
              <li key={request.requestId} className={styles.banner}>
                <Request request={request} requests={requests} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Request({
  request,
  requests,
}: {
  readonly request: AgentRequest
  readonly requests: AgentRequestsStore
}) {
  const { agents } = useNoticeWords()
  const { failures } = useWords()
  const labelOf = useAccountLabel()
  const notify = useNotify()
  const { requestId, agent, modelLabel, count, upToMicroUsd, account, passes, prompt, until } = request
  const isAnswering = useStore(requests.store, ({ answering }) => answering.includes(requestId))

  async function answer(isAllowed: boolean): Promise<void> {
    const failure = await requests.answer(requestId, isAllowed)
    if (failure) notify(failures.sentence(failure), 'danger')
  }

  return (
    <>
      <Bot aria-hidden="true" />
      <div data-verbatim className={styles.text}>
        <p>
          <strong>
            <bdi>{agents.asks(agent, modelLabel, count)}</bdi>
          </strong>{' '}
          {agents.costs(upToMicroUsd, labelOf(account))}
          {passes.map((question) => ` ${agents.passes[question]}`)} {agents.until(until)}
        </p>
        {prompt !== '' && (
          <p className={styles.quote} title={prompt}>
            {' '}
            <bdi>{agents.prompt(prompt)}</bdi>
          </p>
        )}
      </div>
      <Button disabled={isAnswering} focusableWhenDisabled onClick={() => void answer(false)}>
        {agents.decline}
      </Button>
      <Button
        look="primary"
        isPaid
        disabled={isAnswering}
        focusableWhenDisabled
        onClick={() => void answer(true)}
      >
        {agents.allow}
      </Button>
    </>
  )
}
