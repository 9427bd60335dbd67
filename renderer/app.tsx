import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { CreateView } from './features/create/create-view.tsx'
import { IntakeProvider } from './forms/intake-context.tsx'
import type { Page } from './page.ts'
import { AtelierProvider, useAtelier, useRoute, useStudio } from './shell/atelier-context.tsx'
import type { Screen } from './shell/router.ts'
import { ScreenGuard } from './shell/screen-guard.tsx'
import { Shell } from './shell/shell.tsx'
import { MissingLayersNote } from './ui/missing-layers-note.tsx'
import { dialogOnDemand, layerOnDemand, partOnDemand, usePreloadWhenIdle } from './ui/on-demand.tsx'
import { noteTools, Toaster } from './ui/toaster.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'
import { chooseWords, preloadFailureWords } from './words/languages.ts'
import { WordsProvider } from './words/words-context.tsx'

const tooltipDelayMs = 500

const DropLayer = layerOnDemand(
  async () => (await import('./features/create/media/drop-layer.tsx')).DropLayer,
)
const RecipeDrop = layerOnDemand(
  async () => (await import('./features/create/recipes/recipe-drop.tsx')).RecipeDrop,
)
const NoticesBanner = layerOnDemand(
  async () => (await import('./features/notices/notices-banner.tsx')).NoticesBanner,
)
const PageNotes = layerOnDemand(async () => (await import('./features/create/page-notes.tsx')).PageNotes)
const OpenedLayer = layerOnDemand(
  async () => (await import('./features/create/opened-layer.tsx')).OpenedLayer,
)
const AskedDialogs = dialogOnDemand(async () => (await import('./exports/asked-dialogs.tsx')).AskedDialogs)
const LibraryScreen = partOnDemand(
  async () => (await import('./features/library/library-screen.tsx')).LibraryScreen,
)
const SpendScreen = partOnDemand(async () => (await import('./features/spend/spend-screen.tsx')).SpendScreen)
const UsageScreen = partOnDemand(async () => (await import('./features/usage/usage-screen.tsx')).UsageScreen)
const StylesScreen = partOnDemand(
  async () => (await import('./features/styles/styles-screen.tsx')).StylesScreen,
)
const SettingsScreen = partOnDemand(
  async () => (await import('./features/settings/settings-screen.tsx')).SettingsScreen,
)
const screenParts = {
  library: LibraryScreen,
  spend: SpendScreen,
  usage: UsageScreen,
  styles: StylesScreen,
  settings: SettingsScreen,
}
const partsToPreload = [
  { preload: preloadFailureWords },
  noteTools,
  ...Object.values(screenParts),
  AskedDialogs,
]

function preloadScreen(screen: Screen): void {
  if (screen !== 'create') void screenParts[screen].preload()
}

/** The page: every screen in the shell, over one bridge. */
export function App({ page }: { readonly page: Page }) {
  const formModel = useCallback(() => page.form.store.getState().modelId, [page])
  return (
    <AtelierProvider value={page.atelier}>
      <Language>
        <CSPProvider disableStyleElements>
          <TooltipProvider delay={tooltipDelayMs}>
            <Toaster formModel={formModel}>
              <MissingLayersNote />
              <IntakeProvider value={page.intake}>
                <Shell banner={<NoticesBanner />} onApproach={preloadScreen}>
                  <Screens page={page} />
                  <DropLayer form={page.form} />
                  <RecipeDrop recipes={page.recipes} />
                  <PageNotes page={page} />
                  <FromOutside page={page} />
                  <Collecting />
                </Shell>
              </IntakeProvider>
            </Toaster>
          </TooltipProvider>
        </CSPProvider>
      </Language>
    </AtelierProvider>
  )
}

/**
 * Everything inside uses the chosen language; until the settings are read, the one that the host gave the page.
 */
function Language({ children }: { readonly children: ReactNode }) {
  const language = useStudio(({ settings }) => settings?.language) ?? document.documentElement.lang
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <WordsProvider value={chooseWords(language)}>{children}</WordsProvider>
}

/** What a desktop is asked to show by other programs; in a browser there is none. */
function FromOutside({ page }: { readonly page: Page }) {
  const isDesktop = useStudio(({ status }) => status?.host === 'desktop')
  return isDesktop && <OpenedLayer page={page} />
}

/** The dialogs that put files into a collection, or take them out of the library. */
function Collecting() {
  const { collecting } = useAtelier()
  const wanted = useStore(
    collecting,
    ({ asked, leaving, reply, isContinuing }) => isContinuing || (asked ?? leaving ?? reply) !== null,
  )
  return (
    <AskedDialogs
      wanted={wanted}
      onCancel={() => collecting.setState({ asked: null, leaving: null, reply: null, isContinuing: false })}
    />
  )
}

function Screens({ page }: { readonly page: Page }) {
  const { screen } = useRoute()
  usePreloadWhenIdle(partsToPreload)
  const views = {
    create: () => (
      <CreateView
        form={page.form}
        list={page.list}
        runs={page.runs}
        retries={page.retries}
        recipes={page.recipes}
        media={page.media}
        prompts={page.prompts}
        uses={page.modelUses}
      />
    ),
    library: () => <LibraryScreen />,
    spend: () => <SpendScreen />,
    usage: () => <UsageScreen />,
    styles: () => <StylesScreen />,
    settings: () => <SettingsScreen />,
  }
  return <ScreenGuard key={screen}>{views[screen]()}</ScreenGuard>
}
