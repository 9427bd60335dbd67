import { useEffect } from 'react'
import { inputReference, readInputReference } from '../../../shared/form/input-reference.ts'
import { useIntake, useIntakeState } from '../../forms/intake-context.tsx'
import { MediaPreview } from '../../forms/media-preview.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { mediaIn } from './item-settings.tsx'
import styles from './item-viewer.module.css'

/** Links to the files of the library that a run was made from; nothing where there are none. */
export function ItemSources({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const library = useLibraryWords()
  const intake = useIntake()
  const known = useIntakeState((state) => state.known)
  const named = mediaIn(values)
    .flatMap((reference) => readInputReference(reference) ?? [])
    .join()
  useEffect(() => {
    for (const sha256 of named.split(',').filter(Boolean)) intake.learn(sha256)
  }, [named, intake])
  const sources = named.split(',').flatMap((sha256) => {
    const input = known[sha256]
    return input?.madeHere ? [{ ...input, fileId: input.madeHere.fileId }] : []
  })
  if (sources.length === 0) return null
  return (
    <section>
      <h2 className={styles.head}>{library.madeFrom}</h2>
      <ul className={styles.sources}>
        {sources.map(({ sha256, fileId, kind, name }, index) => (
          <li key={sha256}>
            <a
              href={`#/library/${fileId}`}
              className={styles.source}
              aria-label={library.source(index + 1, name)}
              title={name}
            >
              <MediaPreview kind={kind} value={inputReference(sha256)} alt="" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
