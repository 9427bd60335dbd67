import { isUnjudged, type Judgement } from '../../shared/library/judgement.ts'
import { layerOnDemand } from '../ui/on-demand.tsx'

const ShownMarks = layerOnDemand(async () => (await import('./shown-marks.tsx')).ShownMarks)

/** A file's marks, whose code is loaded for the first file that has any. */
export function FileMarks(props: { readonly judgement: Judgement; readonly inline?: boolean }) {
  return isUnjudged(props.judgement) ? null : <ShownMarks {...props} />
}
