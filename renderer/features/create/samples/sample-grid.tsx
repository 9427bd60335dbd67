import { Play } from 'lucide-react'
import { useState } from 'react'
import { useIntake } from '../../../forms/intake-context.tsx'
import { Waveform } from '../../../media/waveform.tsx'
import { songPeaks } from '../../../samples/song-peaks.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { useSampleWords } from '../../../words/sample-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { createSampleOpener } from './open-sample.ts'
import { sampleImages, wavesVideo } from './sample-files.ts'
import styles from './sample-grid.module.css'
import { hasSampleOf, type Sample, samples } from './samples.ts'

interface SampleGridProps {
  readonly form: FormStore
  readonly recipes: RecipesStore
  /** What Generate would make of the form’s content now. */
  readonly hint: string | null
}

/** What one could begin with, before the first run: each sample fills the form. */
export function SampleGrid({ form, recipes, hint }: SampleGridProps) {
  const words = useSampleWords()
  const { recipes: recipeWords } = useWords()
  const models = useCatalog((state) => state.models) ?? []
  const intake = useIntake()
  const undoNotes = useFormUndo()
  const [opener] = useState(createSampleOpener)
  const usable = samples.filter(({ modelId }) =>
    models.some((model) => model.id === modelId && hasSampleOf(model)),
  )

  async function open(sample: Sample) {
    const deps = { form, recipes, intake, models, undoNotes }
    const undo = await opener(deps, sample, words.of[sample.id].prompt)
    if (undo) undoNotes.add({ text: words.opened, label: recipeWords.undo, isWhole: true, run: undo })
  }

  return (
    <div className={styles.root}>
      <h2 className={styles.title}>{words.title}</h2>
      <p className={styles.body}>{words.body}</p>
      <ul className={styles.grid} aria-label={words.list}>
        {usable.map((sample) => (
          <li key={sample.id}>
            <button type="button" className={styles.card} onClick={() => void open(sample)}>
              <Preview sample={sample} />
              <span className={styles.name}>{words.of[sample.id].name}</span>
              <span className={styles.prompt}>{words.of[sample.id].prompt}</span>
            </button>
          </li>
        ))}
      </ul>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}

function Preview({ sample: { id } }: { readonly sample: Sample }) {
  const [isOver, setIsOver] = useState(false)
  if (id === 'song')
    return (
      <span className={styles.preview} data-song>
        <Waveform peaks={songPeaks} played={0} />
      </span>
    )
  return (
    <span
      className={styles.preview}
      onPointerEnter={() => setIsOver(true)}
      onPointerLeave={() => setIsOver(false)}
    >
      {sampleImages(id).map((source) => (
        <img key={source} src={source} alt="" decoding="async" draggable={false} />
      ))}
      {id === 'waves' && isOver && <video src={wavesVideo} muted loop autoPlay playsInline />}
      {id === 'waves' && (
        <span className={styles.mark}>
          <Play aria-hidden="true" fill="currentColor" />
        </span>
      )}
    </span>
  )
}
