import { useStudio } from '../../shell/atelier-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSettingsWords } from '../../words/settings-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { AboutSection } from './about-section.tsx'
import { AccountsSection } from './accounts-section.tsx'
import type { AccountsStore } from './accounts-store.ts'
import { AgentsSection } from './agents-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { BudgetSection } from './budget-section.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { MachineSection } from './machine-section.tsx'
import type { OwnModelsStore } from './own-models-store.ts'
import { PathsSection } from './paths-section.tsx'
import { ResultsSection } from './results-section.tsx'
import styles from './settings-view.module.css'
import type { WebhookStore } from './webhook-store.ts'

interface SettingsViewProps {
  readonly accounts: AccountsStore
  readonly webhooks: WebhookStore
  readonly ownModels: OwnModelsStore
}

/** The studio's settings on this machine. */
export function SettingsView({ accounts, webhooks, ownModels }: SettingsViewProps) {
  const words = useSettingsWords()
  const { failures } = useWords()
  const settings = useStudio((state) => state.settings)
  const status = useStudio((state) => state.status)
  const failure = useStudio((state) => state.failure)
  return (
    <div className={styles.settings}>
      <div className={styles.page}>
        <h1 className={styles.title}>{words.title}</h1>
        {settings && status ? (
          <>
            <AccountsSection accounts={accounts} status={status} />
            <ResultsSection settings={settings} status={status} webhooks={webhooks} />
            <BudgetSection settings={settings} status={status} />
            <AgentsSection settings={settings} dataFolder={status.dataFolder} />
            {status.host === 'desktop' && <DesktopSection desktop={settings.desktop} />}
            <AppearanceSection settings={settings} />
            <PathsSection settings={settings} status={status} accounts={accounts} ownModels={ownModels} />
            <MachineSection status={status} />
            <AboutSection status={status} />
          </>
        ) : failure ? (
          <EmptyState title={words.loadFailed} body={failures.sentence(failure)} />
        ) : (
          <LoadingSettings />
        )}
      </div>
    </div>
  )
}

function LoadingSettings() {
  const words = useSettingsWords()
  return (
    <div className={styles.loading} role="status" aria-label={words.loading}>
      <Skeleton height={120} />
      <Skeleton height={72} />
      <Skeleton height={72} />
    </div>
  )
}
