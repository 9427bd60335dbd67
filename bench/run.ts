import { measureRow, type RowResult, renderTable } from './row.ts'
import { descriptionLoaded, descriptionLongestTask } from './rows/description-loaded.ts'
import { download, downloadDelay } from './rows/download.ts'
import { commitsUntilAccepted, commitsUntilHome } from './rows/durable-commits.ts'
import { durableRow } from './rows/durable-row.ts'
import { es256Verify } from './rows/es256-verify.ts'
import { estimateAfterKey } from './rows/estimate-after-key.ts'
import { estimateComputed } from './rows/estimate-computed.ts'
import { filesRated } from './rows/files-rated.ts'
import { firstPaint } from './rows/first-paint.ts'
import { idleCpu, idleMemory } from './rows/idle-studio.ts'
import {
  gridBlank,
  gridFirstPaint,
  gridJump,
  gridLongestTask,
  gridMemory,
  gridScrolled,
  gridSearched,
  viewerOpened,
  viewerSharp,
} from './rows/library-grid.ts'
import { libraryFiltered, libraryPage, librarySearched } from './rows/library-listed.ts'
import { modelSwitched } from './rows/model-switched.ts'
import { modelsOpened, modelsSearched } from './rows/models-listed.ts'
import { packedStart } from './rows/packed-start.ts'
import { pollCpu } from './rows/poll-cpu.ts'
import { startToReady } from './rows/start-to-ready.ts'
import { usageChart, usageScrolled } from './rows/usage-shown.ts'
import { usageDelay, usageStored } from './rows/usage-stored.ts'
import { videoDropped } from './rows/video-dropped.ts'
import { webhookReceived } from './rows/webhook-received.ts'

const rows = [
  durableRow,
  commitsUntilAccepted,
  commitsUntilHome,
  startToReady,
  packedStart,
  firstPaint,
  estimateAfterKey,
  estimateComputed,
  modelSwitched,
  modelsOpened,
  modelsSearched,
  descriptionLoaded,
  descriptionLongestTask,
  videoDropped,
  filesRated,
  libraryPage,
  libraryFiltered,
  librarySearched,
  gridFirstPaint,
  gridJump,
  gridSearched,
  gridScrolled,
  gridLongestTask,
  gridBlank,
  gridMemory,
  viewerOpened,
  viewerSharp,
  usageStored,
  usageDelay,
  usageChart,
  usageScrolled,
  es256Verify,
  webhookReceived,
  pollCpu,
  idleCpu,
  idleMemory,
  download,
  downloadDelay,
]

const words = process.argv.slice(2)
const names = words.filter((word) => word !== '--json')
const unknown = names.filter((name) => name.startsWith('-') || !rows.some(({ what }) => what.includes(name)))
if (unknown.length > 0) {
  process.stderr.write(`npm run bench takes --json and parts of rows’ names, not ${unknown.join(' ')}.\n`)
  process.exit(2)
}
const chosen =
  names.length === 0 ? rows : rows.filter(({ what }) => names.some((name) => what.includes(name)))

const results: RowResult[] = []
for (const row of chosen) {
  process.stderr.write(`Measuring: ${row.what}…\n`)
  results.push(await measureRow(row))
}
process.stdout.write(
  words.includes('--json') ? `${JSON.stringify({ rows: results })}\n` : `\n${renderTable(results)}`,
)
