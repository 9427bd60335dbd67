import { readFileSync, watch } from 'node:fs'

/**
 * Loaded before the studio: its clock goes on from the moment in the file `ATELIER_CLOCK_FILE`, and jumps when another
 * one is written there. The product knows nothing of it.
 */
const file = process.env.ATELIER_CLOCK_FILE ?? ''
const realNow = Date.now.bind(Date)
let shift = 0

function read(): void {
  const moment = Date.parse(readFileSync(file, 'utf8'))
  // Half written, it is read again.
  if (!Number.isNaN(moment)) shift = moment - realNow()
}

read()
watch(file, { persistent: false }, read)
Date.now = () => realNow() + shift
