import {
  ChartColumnStacked,
  CircleDollarSign,
  Images,
  Keyboard,
  type LucideIcon,
  Palette,
  Settings,
  Sparkles,
} from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useRoute, useStudio } from './atelier-context.tsx'
import { shownKeys } from './keys.ts'
import styles from './rail.module.css'
import { RailState } from './rail-state.tsx'
import { type Screen, screens } from './router.ts'
import { browserScreenKey, screenKey } from './screen-keys.ts'

const icons: Record<Screen, LucideIcon> = {
  create: Sparkles,
  library: Images,
  spend: CircleDollarSign,
  usage: ChartColumnStacked,
  styles: Palette,
  settings: Settings,
}

interface RailProps {
  readonly onShowKeys: () => void
  /** Called when the pointer or the focus reaches a screen's entry. */
  readonly onApproach: (screen: Screen) => void
}

/** The screens, and below them the state of the studio. */
export function Rail({ onShowKeys, onApproach }: RailProps) {
  const { shell } = useWords()
  const { router } = useAtelier()
  const { screen: current } = useRoute()
  const isInBrowser = useStudio(({ status }) => status?.host === 'browser')
  const keyOf = isInBrowser ? browserScreenKey : screenKey
  return (
    <header className={styles.rail}>
      <nav aria-label={shell.navigation} className={styles.screens}>
        {screens.map((screen, place) => {
          const Icon = icons[screen]
          return (
            <a
              key={screen}
              href={`#/${screen}`}
              className={styles.screen}
              aria-current={screen === current ? 'page' : undefined}
              title={`${shell.screens[screen]}  ${shownKeys(keyOf(place), shell.keyNames).join(' ')}`}
              onPointerEnter={() => onApproach(screen)}
              onFocus={() => onApproach(screen)}
              onClick={(event) => {
                event.preventDefault()
                router.go(screen)
              }}
            >
              <Icon aria-hidden="true" />
              {shell.screens[screen]}
            </a>
          )
        })}
      </nav>
      <RailState />
      <IconButton label={shell.keysShow} shortcut="?" icon={<Keyboard />} onClick={onShowKeys} />
    </header>
  )
}
