/** The latest time with a four-digit year. */
const latest = Date.parse('9999-12-31T23:59:59.999Z')
const aDay = 86_400_000

/** A row's time, in milliseconds since the epoch, limited to what ISO 8601 can express; else the epoch. */
export function toRowTime(milliseconds: number): number {
  return milliseconds >= 0 && milliseconds <= latest ? milliseconds : 0
}

let lastDay = 0
let lastDate = '1970-01-01T'

/** As `Date` writes it, in a fraction of its time: a page has hundreds of them, most of the same few days. */
export function toIsoTime(milliseconds: number): string {
  const time = Math.trunc(toRowTime(milliseconds))
  const day = Math.floor(time / aDay)
  if (day !== lastDay) {
    lastDay = day
    lastDate = new Date(time).toISOString().slice(0, 11)
  }
  const rest = time - day * aDay
  const seconds = Math.floor(rest / 1000)
  return `${lastDate}${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}.${String(rest % 1000).padStart(3, '0')}Z`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}
