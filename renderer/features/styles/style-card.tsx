import { Copy, Ellipsis } from 'lucide-react'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import { StylePreview } from '../../styles/style-preview.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useStyleWords } from '../../words/style-words.ts'
import { cardGap } from './layout-cards.ts'
import styles from './styles-view.module.css'
import type { StyleActions } from './use-style-actions.ts'

interface StyleCardProps {
  readonly style: StyleView
  readonly index: number
  /** The total; -1 while unknown. */
  readonly size: number
  readonly place: { readonly top: number; readonly column: number; readonly width: number }
  /** Whether it is the tab stop. */
  readonly isCurrent: boolean
  readonly actions: StyleActions
  readonly onFocus: () => void
}

/** One style: its preview opens it; its actions stand below. */
export function StyleCard({ style, index, size, place, isCurrent, actions, onFocus }: StyleCardProps) {
  const words = useStyleWords()
  const name = words.nameOf(style.name, style.styleId)
  const tabIndex = isCurrent ? 0 : -1
  const left = place.column * (place.width + cardGap)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list around it comes and goes by rows.
    <div
      role="listitem"
      aria-setsize={size}
      aria-posinset={index + 1}
      data-index={index}
      className={styles.card}
      style={{ transform: `translate(${left}px, ${place.top}px)`, width: place.width }}
      onFocus={onFocus}
    >
      <button
        type="button"
        data-main=""
        className={styles.main}
        aria-label={words.open(name)}
        tabIndex={tabIndex}
        onClick={() => actions.edit(style)}
      >
        <span className={styles.preview}>
          <StylePreview style={style} width={place.width} />
        </span>
        <span data-verbatim className={styles.name} title={name}>
          {name}
        </span>
      </button>
      <ShareBadge style={style} />
      <span className={styles.idLine}>
        <code className={styles.id} title={style.styleId}>
          {style.styleId}
        </code>
        <IconButton
          small
          label={words.copyId(name)}
          icon={<Copy />}
          tabIndex={tabIndex}
          onClick={() => actions.copyId(style)}
        />
      </span>
      <p className={styles.note} title={style.note}>
        {style.note === '' ? words.met(style) : style.note}
      </p>
      <span className={styles.actions}>
        <Button aria-label={words.useNamed(name)} tabIndex={tabIndex} onClick={() => actions.use(style)}>
          {words.use}
        </Button>
        <StyleMenu style={style} actions={actions} />
      </span>
    </div>
  )
}

/** What is known of its share; nothing where nothing is. */
function ShareBadge({ style: { shared, shareDoubtAt } }: { readonly style: StyleView }) {
  const words = useStyleWords()
  if (shareDoubtAt !== null)
    return (
      <span className={styles.badge} data-tone="warn">
        {words.state.doubt}
      </span>
    )
  if (!shared) return null
  return <span className={styles.badge}>{words.state.shared(shared.workspaceName)}</span>
}

function StyleMenu({ style, actions }: Pick<StyleCardProps, 'style' | 'actions'>) {
  const words = useStyleWords()
  const share = style.shared ? words.share.again : words.share.open
  return (
    <Menu
      label={words.more(words.nameOf(style.name, style.styleId))}
      icon={<Ellipsis />}
      items={[
        { label: words.edit, run: () => actions.edit(style) },
        ...(style.canShare ? [{ label: share, run: () => actions.askToShare(style) }] : []),
        { label: words.remove, run: () => actions.remove(style) },
      ]}
    />
  )
}
