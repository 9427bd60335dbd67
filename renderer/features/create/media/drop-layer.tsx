import { File, FolderInput, Image, ListRestart, type LucideIcon, Music, Sparkles, Video } from 'lucide-react'
import { useStore } from 'zustand'
import type { FieldMedium } from '../../../../shared/form/media-shape.ts'
import { useIntake, useIntakeState } from '../../../forms/intake-context.tsx'
import type { IntakeTarget } from '../../../forms/intake-store.ts'
import type { Hovering, Incoming } from '../../../forms/read-transfer.ts'
import { useDropZone } from '../../../forms/use-media-intake.ts'
import { useAtelier, useRoute } from '../../../shell/atelier-context.tsx'
import layer from '../../../ui/drop-layer.module.css'
import { joinClasses } from '../../../ui/join-classes.ts'
import { type PlacingWords, usePlacingWords } from '../../../words/placing-words.ts'
import type { FormStore } from '../composer/form-store.ts'
import styles from './drop-layer.module.css'
import { useDropAnywhere } from './use-drop-anywhere.ts'
import { useWindowDrag } from './use-window-drag.ts'

/** While something is dragged over the window, shows the fields that accept it as large drop targets. */
export function DropLayer({ form }: { readonly form: FormStore }) {
  const hovering = useWindowDrag()
  const { screen } = useRoute()
  if (!hovering) return null
  if (screen === 'create') return <FieldsToDropOn form={form} hovering={hovering} />
  const canImport = screen === 'library' && hovering.files !== null && !hovering.isOwn
  return canImport ? <WaysFromLibrary count={hovering.files} /> : <WayToCreate />
}

function FieldsToDropOn({ form, hovering }: { readonly form: FormStore; readonly hovering: Hovering }) {
  const placing = usePlacingWords()
  const intake = useIntake()
  const targets = useIntakeState((state) => state.targets)
  const model = useStore(form.store, (state) => state.detail?.label)
  const fitting = targets.filter(
    ({ kind }) =>
      hovering.kinds.length === 0 || kind === 'any' || kind === 'file' || hovering.kinds.includes(kind),
  )
  const { over, zone } = useDropZone((things) => void intake.offer(things))
  useDropAnywhere((things) => void intake.offer(things))
  // Files of the library have Remix.
  const settings = hovering.files !== null && !hovering.isOwn && <SettingsCard />
  if (fitting.length === 0) {
    return (
      <div className={joinClasses(layer.layer, over && layer.over)} data-place="create" {...zone}>
        <p className={layer.title}>{placing.drop.noneTitle(model ?? '', hovering.kinds)}</p>
        <p className={layer.body}>{placing.drop.noneBody}</p>
        {settings}
      </div>
    )
  }
  return (
    <div className={layer.layer} data-place="create" {...zone}>
      <p className={layer.title}>{placing.drop.title(hovering.files)}</p>
      <div className={styles.cards}>
        {fitting.map((target) => (
          <TargetCard
            key={target.id}
            target={target}
            onDrop={(things) => void intake.bring(target.id, things)}
          />
        ))}
        {settings}
      </div>
      {fitting.length > 1 && <p className={layer.body}>{placing.drop.anywhere}</p>}
    </div>
  )
}

/** For a file that is dropped for what it carries, not as a medium. */
function SettingsCard() {
  const { carried } = usePlacingWords()
  const intake = useIntake()
  return <WayCard icon={ListRestart} label={carried.card} body={carried.cardBody} onDrop={intake.restore} />
}

const icons: Record<FieldMedium, LucideIcon> = {
  image: Image,
  video: Video,
  audio: Music,
  any: File,
  file: File,
}

interface TargetCardProps {
  readonly target: IntakeTarget
  readonly onDrop: (things: readonly Incoming[]) => void
}

function TargetCard({ target, onDrop }: TargetCardProps) {
  const placing = usePlacingWords()
  const { over, zone } = useDropZone(onDrop)
  const Icon = icons[target.kind]
  return (
    <div
      className={joinClasses(styles.card, over && styles.over)}
      data-full={target.room === 0 || undefined}
      data-drop-zone=""
      {...zone}
    >
      <Icon aria-hidden="true" />
      <span className={styles.label}>{target.label}</span>
      <span className={styles.room}>{roomWords(target, placing)}</span>
    </div>
  )
}

/** How much more a field accepts, in words. */
export function roomWords({ many, room, isFilled }: IntakeTarget, { drop }: PlacingWords): string {
  if (!many) return isFilled ? drop.replaces : drop.takesOne
  if (room === null) return drop.roomOpen
  return room === 0 ? drop.full : drop.room(room)
}

/** A file is mostly dropped on the Library to be in it. */
function WaysFromLibrary({ count }: { readonly count: number | null }) {
  const { drop } = usePlacingWords()
  const { collecting } = useAtelier()
  const use = useInCreate()
  function take(things: readonly Incoming[]) {
    const importing = things.flatMap((thing) => {
      if (thing.type === 'file') return { name: thing.file.name, file: thing.file }
      return thing.type === 'folder' ? { name: thing.name, file: null } : []
    })
    if (importing.length > 0) collecting.setState({ importing })
    else use(things)
  }
  const { over, zone } = useDropZone(take)
  useDropAnywhere(take)
  return (
    <div className={joinClasses(layer.layer, over && layer.over)} {...zone}>
      <p className={layer.title}>{drop.library.title(count)}</p>
      <div className={styles.cards}>
        <WayCard icon={FolderInput} label={drop.library.add} body={drop.library.addBody} onDrop={take} />
        <WayCard icon={Sparkles} label={drop.library.use} body={drop.library.useBody} onDrop={use} />
      </div>
      <p className={layer.body}>{drop.library.anywhere}</p>
    </div>
  )
}

interface WayCardProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly body: string
  readonly onDrop: (things: readonly Incoming[]) => void
}

function WayCard({ icon: Icon, label, body, onDrop }: WayCardProps) {
  const { over, zone } = useDropZone(onDrop)
  return (
    <div className={joinClasses(styles.card, over && styles.over)} data-drop-zone="" {...zone}>
      <Icon aria-hidden="true" />
      <span className={styles.label}>{label}</span>
      <span className={styles.room}>{body}</span>
    </div>
  )
}

function useInCreate() {
  const intake = useIntake()
  const { router } = useAtelier()
  return (things: readonly Incoming[]) => {
    router.go('create')
    void intake.offer(things)
  }
}

/** On any other screen the file is passed to Create, where its field is chosen. */
function WayToCreate() {
  const placing = usePlacingWords()
  const take = useInCreate()
  const { over, zone } = useDropZone(take)
  useDropAnywhere(take)
  return (
    <div className={joinClasses(layer.layer, over && layer.over)} {...zone}>
      <p className={layer.title}>{placing.drop.elsewhere}</p>
      <p className={layer.body}>{placing.drop.elsewhereBody}</p>
    </div>
  )
}
