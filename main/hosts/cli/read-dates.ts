import { readServiceDate } from '../../../shared/api/service-date.ts'
import { SetUpError } from '../setup-error.ts'

/** Two UTC days from the command line, both included. */
export function readDates(given: { readonly from?: string | undefined; readonly to?: string | undefined }): {
  readonly from: string
  readonly to: string
} {
  const [from, to] = [readDay('from', given.from), readDay('to', given.to)]
  if (to < from) throw new SetUpError(({ cli }) => cli.datesReversed(from, to))
  return { from, to }
}

function readDay(option: 'from' | 'to', text: string | undefined): string {
  const isDay = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && readServiceDate(text) === text
  if (isDay) return text
  throw new SetUpError(({ cli }) => cli.dateWrong(`--${option}`, text ?? null))
}
