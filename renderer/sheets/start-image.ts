import { useMemo } from 'react'
import { inputRoute } from '../../shared/bridge/media-routes.ts'
import { holdsInput, readInputReference } from '../../shared/form/input-reference.ts'
import { useInput } from '../forms/intake-context.tsx'

interface Requested {
  readonly values: Readonly<Record<string, unknown>>
}

/** The route of the image that a result begins with; null where it begins with none of the person's own. */
export function startImageOf({ values }: Requested): string | null {
  const sha256 = readInputReference(startInputOf(values))
  return sha256 ? inputRoute(sha256) : null
}

/** The proportion of the image that the first of these begins with; null while that isn't known. */
export function useStartRatio(runs: readonly Requested[]): number | null {
  const input = useInput(useMemo(() => firstOf(runs), [runs]))
  return input?.width && input.height ? input.width / input.height : null
}

function firstOf(runs: readonly Requested[]): unknown {
  const run = runs.find(({ values }) => holdsInput(values))
  return run && startInputOf(run.values)
}

/** The person's own image among the inputs, the start image before others. */
function startInputOf(values: Requested['values']): unknown {
  const images = Object.entries(values)
    .filter(([name]) => name.includes('image'))
    .flatMap(([name, value]) => [value].flat().map((one) => ({ name, one })))
    .filter(({ one }) => readInputReference(one) !== null)
  return (images.find(({ name }) => name.includes('start')) ?? images[0])?.one
}
