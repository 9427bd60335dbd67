const days = /^(\d{4})-(\d\d)-(\d\d)$/
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i

function isDate(text: string): boolean {
  const [, year, month, day] = days.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function isDateTime(text: string): boolean {
  const [date = '', clock = '', ...rest] = text.split(/t/i)
  return rest.length === 0 && isDate(date) && time.test(clock)
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"\\^`{|}]*$/i.test(text)
}

/**
 * The formats that are enforced: each is cheap to check and no service that names it accepts anything else.
 * Every other name is an annotation, as JSON Schema defines it.
 */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['time', (text: string) => time.test(text)],
  ['uri', isUri],
  ['email', (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)],
  ['uuid', (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)],
])
