import { isUnjudged, type Judgement } from '../../shared/library/judgement.ts'
import { layerOnDemand } from '../ui/on-demand.tsx'

const FileMarks = layerOnDemand(async () => (await import('./file-marks.tsx')).FileMarks)

/** A file's marks, whose code is loaded for the first file that has any. */
export function MarksOnDemand(props: { readonly judgement: Judgement; readonly inline?: boolean }) {
  return isUnjudged(props.judgement) ? null : <FileMarks {...props} />
}
