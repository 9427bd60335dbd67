// Loaded into a studio's program before everything else: its clock is as far ahead as a file says, read all the time.
import { readFileSync } from 'node:fs'

const file = process.env.ATELIER_MOVED_CLOCK
const RealDate = Date
const realNow = Date.now
let ahead = 0

function readAhead() {
  const read = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!Number.isNaN(read)) ahead = read
}

const now = () => realNow() + ahead

readAhead()
setInterval(readAhead, 100).unref()
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
