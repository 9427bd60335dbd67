import './without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preloadGlobal } from '../shared/bridge/carrier.ts'
import { App } from './app.tsx'
import { chooseCarrier } from './bridge/choose-carrier.ts'
import { refuseStrayDrops } from './forms/refuse-stray-drops.ts'
import { createPage } from './page.ts'
import { checkWhileVisible } from './shell/check-service.ts'
import { guardTyping } from './shell/lost-typing.ts'
import { watchStyles } from './ui/failed-styles.ts'
import { loadPseudoLanguage } from './words/languages.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')

watchStyles(document)
refuseStrayDrops(window)
guardTyping(window)
await loadPseudoLanguage()
const page = createPage(chooseCarrier(window), window)
checkWhileVisible(page.atelier.bridge)

// The system drags files in place of the page, where there is one to ask.
if (Reflect.has(window, preloadGlobal))
  void import('./media/drag-out.ts').then(({ dragOutOf }) => dragOutOf(window, page.atelier.bridge))

createRoot(root).render(
  <StrictMode>
    <App page={page} />
  </StrictMode>,
)
