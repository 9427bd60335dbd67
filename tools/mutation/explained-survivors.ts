/**
 * A fault that no test can detect, or that is not worth one, and why. `line` and `becomes` are as the run
 * prints them.
 */
export interface ExplainedSurvivor {
  readonly file: string
  readonly line: string
  readonly becomes: string
  readonly reason: string
}

type Row = readonly [line: string, becomes: string, reason: string]

const dueTogether = 'Which of two keys that are due at the same millisecond comes first is left open.'
const absentIsNoMore = 'What is absent is no more than anything, as 0 is; the compiler refuses it.'
const headersAreThere = 'Each header was looked for, and the three are there; the compiler doesn’t know.'
const onlyOpenPrices = 'Only ranges and rates come here, which the compiler doesn’t know.'
const narrows = 'The compiler needs the condition; where it is false the other value is the same.'

const rows: Readonly<Record<string, readonly Row[]>> = {
  'main/engine/webhooks/self-delivery.ts': [
    [
      "const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])",
      "const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])",
      'The key is nobody else’s, and gone with the delivery.',
    ],
  ],
  'main/engine/webhooks/webhooks.ts': [
    ['let attentiveSince = clock.now()', 'let attentiveSince = 0', 'It is set when the receiver opens.'],
    [
      'const run = submissionId === null ? null : deps.deliveries.run(submissionId)',
      'const run = false ? null : deps.deliveries.run(submissionId)',
      'No run has no id; the compiler refuses it.',
    ],
    [
      "const service = deps.connection()?.baseUrl ?? ''",
      'const service = deps.connection()?.baseUrl',
      'Neither is an address of this machine; the compiler refuses it.',
    ],
    [
      "const completedAt = Date.parse(deps.submission(submissionId)?.job?.completed_at ?? '')",
      'const completedAt = Date.parse(deps.submission(submissionId)?.job?.completed_at)',
      'Neither is a time; the compiler refuses it.',
    ],
  ],
  'main/engine/webhooks/read-proof.ts': [
    ...[
      "const said = { requestId: requestId, timestamp: timestamp ?? '', keyId: keyId ?? null }",
      "const said = { requestId: requestId ?? '', timestamp: timestamp, keyId: keyId ?? null }",
      "const said = { requestId: requestId ?? '', timestamp: timestamp ?? '', keyId: keyId }",
    ].map(
      (becomes): Row => [
        "const said = { requestId: requestId ?? '', timestamp: timestamp ?? '', keyId: keyId ?? null }",
        becomes,
        headersAreThere,
      ],
    ),
    ["const text = signature ?? ''", 'const text = signature', headersAreThere],
  ],
  'main/engine/webhooks/verify-delivery.ts': [
    ['keyObjects.set(key, known)', ';', 'It saves reading the same key anew.'],
  ],
  'main/engine/webhooks/id-pruning.ts': [
    [
      'const isBusy = now - lastRequestAt() < quietMs',
      'const isBusy = now - lastRequestAt() <= quietMs',
      'The millisecond at which the quiet begins makes no difference that is worth a test.',
    ],
  ],
  'main/engine/webhooks/missed-delivery-monitor.ts': [
    [
      'overdue.delete(submissionId)',
      ';',
      'It would be kept for nothing: to cancel a timer twice does nothing.',
    ],
  ],
  'main/engine/webhooks/delivery-retry-queue.ts': [
    ['let pacedUntil = 0', 'let pacedUntil = 1', 'No clock shows either.'],
    [
      'if (misses.has(key)) paused.set(key, { delivery, dueAt: 0 })',
      'if (misses.has(key)) paused.set(key, { delivery, dueAt: 1 })',
      'No clock shows either.',
    ],
    [
      'for (const [key, { delivery }] of paused) paused.set(key, { delivery, dueAt: 0 })',
      'for (const [key, { delivery }] of paused) paused.set(key, { delivery, dueAt: 1 })',
      'No clock shows either.',
    ],
  ],
  'main/engine/webhooks/signature-form.ts': [
    ...['const rEnd = 4 + (der[3])', 'const rEnd = 4 + (der[3] ?? 1)'].map(
      (becomes): Row => [
        'const rEnd = 4 + (der[3] ?? 0)',
        becomes,
        'No signature is so short: the one written anew is longer.',
      ],
    ),
    ...['const isNegative = (raw[first]) >= 0x80', 'const isNegative = (raw[first] ?? 1) >= 0x80'].map(
      (becomes): Row => [
        'const isNegative = (raw[first] ?? 0) >= 0x80',
        becomes,
        'There is a byte, which the compiler doesn’t know.',
      ],
    ),
  ],
  'main/engine/webhooks/delivery-processor.ts': [
    ['let heldUntil = 0', 'let heldUntil = 1', 'No clock shows either.'],
    ...['if (false) return', 'if (stop.signal.aborted) ;'].map(
      (becomes): Row => [
        'if (stop.signal.aborted) return',
        becomes,
        'Of the guards in readOn and pauseAll: whoever calls them has looked as well.',
      ],
    ),
    ['heldUntil = 0', 'heldUntil = 1', 'No clock shows either.'],
    ['cancelTimer = null', ';', 'To cancel a timer twice does nothing.'],
    [
      "hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)",
      'hold(delivery, true ? (outcome.retryAfterMs ?? 0) : 0)',
      'No other outcome has a time to wait for.',
    ],
    ...[
      "hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs) : 0)",
      "hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 1) : 0)",
      "hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 1)",
    ].map(
      (becomes): Row => [
        "hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)",
        becomes,
        'The pause is never shorter than two seconds.',
      ],
    ),
    ['pause(0)', 'pause(1)', 'The pause is never shorter than two seconds.'],
    [
      'if (retries.missed(delivery, now) >= leastMisses && now - delivery.takenAt >= patienceMs) settle(delivery)',
      'if (retries.missed(delivery, now) >= leastMisses && now - delivery.takenAt > patienceMs) settle(delivery)',
      'The millisecond at which the day is over makes no difference that is worth a test.',
    ],
  ],
  'main/engine/submissions/post-attempt.ts': [
    ...[
      'const status = true ? outcome.status : 0',
      "const status = outcome.type === 'responded' ? outcome.status : 1",
    ].map(
      (becomes): Row => [
        "const status = outcome.type === 'responded' ? outcome.status : 0",
        becomes,
        'Reading can fail only in a response.',
      ],
    ),
  ],
  'main/engine/submissions/read-post-response.ts': [
    [
      'const job = jobSchema.safeParse(body.ok ? body.value : undefined)',
      'const job = jobSchema.safeParse(true ? body.value : undefined)',
      narrows,
    ],
  ],
  'main/engine/service/accounts.ts': [
    [
      "const url = URL.parse((isSandbox ? sandboxUrl() : serviceId) ?? '')",
      'const url = URL.parse((isSandbox ? sandboxUrl() : serviceId))',
      'Neither is an address; the compiler refuses it.',
    ],
  ],
  'main/engine/submissions/run-duration.ts': [
    [
      "const took = Date.parse(job.completed_at ?? '') - Date.parse(job.created_at)",
      'const took = Date.parse(job.completed_at) - Date.parse(job.created_at)',
      'What is absent is no time either; the compiler refuses it.',
    ],
  ],
  'main/engine/service/service-gate.ts': [
    ['let probeAt = 0', 'let probeAt = 1', 'It is set before it is read.'],
    ['if (isLost())', 'if (true)', 'It is read only while the service is lost, and set anew when it is.'],
    [
      "if (outcome.type !== 'refused') return false",
      'if (false) return false',
      'No other outcome has a status.',
    ],
  ],
  'main/engine/recovery/walk-listing.ts': [
    ...[
      'return times.every((time, place) => place === 0 || time <= (times[place - 1]))',
      'return times.every((time, place) => place === 0 || time <= (times[place - 1] ?? 1))',
    ].map(
      (becomes): Row => [
        'return times.every((time, place) => place === 0 || time <= (times[place - 1] ?? 0))',
        becomes,
        'Behind the first there is one before, which the compiler doesn’t know.',
      ],
    ),
    [
      "signal.removeEventListener('abort', end)",
      ';',
      'It would be kept for nothing: to end a wait twice does nothing.',
    ],
    ['characters: 0,', 'characters: 1,', 'One character of 64 Mi is not worth a test.'],
    [
      'if (id !== undefined) read.ids.add(id)',
      'if (true) read.ids.add(id)',
      'No row without an id is looked for among them.',
    ],
    ['let failures = 0', 'let failures = 1', 'The first page sets it; where that fails it is not read.'],
    [
      'if (signal.aborted || clock.now() - startedAt > longestWalkMs) return finish(false)',
      'if (signal.aborted || clock.now() - startedAt >= longestWalkMs) return finish(false)',
      'The millisecond at which it takes too long makes no difference that is worth a test.',
    ],
  ],
  'main/engine/recovery/match-listing.ts': [
    [
      'return listing.rows.filter(isReadable).filter((job) => isWithin(job, window) && !isClaimed(job.jobId))',
      'return listing.rows.filter((job) => isWithin(job, window) && !isClaimed(job.jobId))',
      'What can’t be read has no path to be the same by; the compiler refuses it.',
    ],
  ],
  'main/engine/recovery/listing-page.ts': [
    [
      "const time = Date.parse(header('date') ?? '')",
      "const time = Date.parse(header('date'))",
      'Neither is a time; the compiler refuses it.',
    ],
  ],
  'main/engine/recovery/next-page.ts': [
    [
      'if (!isMembers(body)) return []',
      'if (false) return []',
      'A bare list has none of these members; the compiler refuses it.',
    ],
  ],
  'main/engine/run-pipeline.ts': [
    ...[
      'return Math.max(poller().quietUntil(), Date.parse(queue.hold()?.until) || 0)',
      "return Math.max(poller().quietUntil(), Date.parse(queue.hold()?.until ?? '') || 1)",
    ].map(
      (becomes): Row => [
        "return Math.max(poller().quietUntil(), Date.parse(queue.hold()?.until ?? '') || 0)",
        becomes,
        'Neither is a time that a clock shows.',
      ],
    ),
    ...[
      'if (true) queue.sendNext()',
      'if (!isTerminal(job.status) || isConnected() && own.problem(submissionId)) queue.sendNext()',
      'if (!isTerminal(job.status) && isConnected() || own.problem(submissionId)) queue.sendNext()',
    ].map(
      (becomes): Row => [
        'if (!isTerminal(job.status) && isConnected() && own.problem(submissionId)) queue.sendNext()',
        becomes,
        'The queue looks in vain where no place became free.',
      ],
    ),
  ],
  'main/engine/submissions/submission-queue.ts': [
    [
      'return stateOf(deps.connection()?.serviceId ?? null)',
      'return stateOf(deps.connection()?.serviceId)',
      'Without a connection there is one state, under either key; the compiler refuses it.',
    ],
    ['return', ';', 'What holds the queue until then holds it below as well.'],
    [
      'return known.until === null || known.until > next.until ? known : next',
      'return known.until === null || known.until >= next.until ? known : next',
      'Which of two that end together is reported is left open.',
    ],
    ['if (room <= 0) return', 'if (room < 0) return', 'It saves a query: of no room nothing is taken.'],
    ['sending.delete(attempt)', ';', 'It would be kept for nothing: what has ended is awaited at once.'],
    [
      'cancelTimer = clock.setTimer(Math.max(0, time - clock.now()), sendNext)',
      'cancelTimer = clock.setTimer(Math.max(1, time - clock.now()), sendNext)',
      'A millisecond later makes no difference that is worth a test.',
    ],
    ...['if (true) journal.saveAll(moved)', 'if (moved.length >= 0) journal.saveAll(moved)'].map(
      (becomes): Row => [
        'if (moved.length > 0) journal.saveAll(moved)',
        becomes,
        'Of none nothing is written.',
      ],
    ),
  ],
  'main/engine/recovery/job-search.ts': [
    [
      'return time > sentAt + searchedForMs',
      'return time >= sentAt + searchedForMs',
      'The millisecond at which the day is over makes no difference that is worth a test.',
    ],
    ['let looks = 0', 'let looks = 1', 'It is set before it is read.'],
    ['let notBefore = 0', 'let notBefore = 1', 'No clock shows either.'],
    [
      "const isSettled = isOld(attempt, Date.parse(problem?.listing?.at ?? '')) && isAbsent(submission)",
      'const isSettled = isOld(attempt, Date.parse(problem?.listing?.at)) && isAbsent(submission)',
      'Neither is a time; the compiler refuses it.',
    ],
    [
      'const until = lost.get(submissionId)?.until ?? (isSettled ? 0 : clock.now() + searchedForMs)',
      'const until = lost.get(submissionId)?.until ?? (isSettled ? 1 : clock.now() + searchedForMs)',
      'No clock shows either.',
    ],
    [
      'const isOver = isOld(attempt, now) && now > attempt.until',
      'const isOver = isOld(attempt, now) && now >= attempt.until',
      'The millisecond at which the day is over makes no difference that is worth a test.',
    ],
    ['cancelTimer = null', ';', 'To cancel a timer twice does nothing.'],
    [
      'const isOver = clock.now() > windowOf(attempt).until',
      'const isOver = clock.now() >= windowOf(attempt).until',
      'The millisecond at which the time is over makes no difference that is worth a test.',
    ],
  ],
  'main/engine/polling/due-queue.ts': [
    ['if (below.dueAt >= due.dueAt) break', 'if (below.dueAt > due.dueAt) break', dueTogether],
    [
      'return second && second.dueAt < first.dueAt ? left + 1 : left',
      'return second && second.dueAt <= first.dueAt ? left + 1 : left',
      dueTogether,
    ],
  ],
  'main/engine/submissions/run-objection.ts': [
    [
      '? (models.get(key) ?? null)',
      '? (models.get(key))',
      'It was looked for and is there, which the compiler doesn’t know.',
    ],
  ],
  'main/engine/submissions/run-confirmation.ts': [
    [
      'const earlier = ids.flatMap((id) => underWay.get(id) ?? [])',
      'const earlier = ids.flatMap((id) => underWay.get(id))',
      'What is absent has ended as well.',
    ],
    ...[
      'for (const id of ids) if (false) underWay.delete(id)',
      'for (const id of ids) if (underWay.get(id) !== ended) underWay.delete(id)',
      'for (const id of ids) if (underWay.get(id) === ended) ;',
    ].map(
      (becomes): Row => [
        'for (const id of ids) if (underWay.get(id) === ended) underWay.delete(id)',
        becomes,
        'What has ended is waited for at once: it would only be kept for nothing.',
      ],
    ),
    [
      'knownOf(batch) ??',
      'knownOf(batch) ??',
      'The account is checked before each model and once more before anything is written; this saves an upload.',
    ],
    [
      'const requested = runs.map((run) => upperEnd(run.estimate) ?? zeroUsd).reduce(add, zeroUsd)',
      'const requested = runs.map((run) => upperEnd(run.estimate)).reduce(add, zeroUsd)',
      'Nothing adds as 0 does; the compiler refuses it.',
    ],
    [
      'journal.insert(submissions, sheet, writtenPrompt ?? null, ended)',
      'journal.insert(submissions, sheet, writtenPrompt, ended)',
      'What is absent is written as nothing either way; the compiler refuses it.',
    ],
    [
      "return refuse('invalid_values', { code: 'values_invalid', field, problem: first?.reason.code ?? '' }, more)",
      "return refuse('invalid_values', { code: 'values_invalid', field, problem: first?.reason.code }, more)",
      'There is a problem where values are refused, which the compiler doesn’t know.',
    ],
    [
      'const { batchId, repeats } = batches.value[index] ?? { batchId: batch.batchId, repeats: null }',
      'const { batchId, repeats } = batches.value[index]',
      'There is one for each run, which the compiler doesn’t know.',
    ],
    [
      'if (bodySha256) drafts.push(draft({ run, place, at, bodySha256, now: clock.now() }))',
      'if (true) drafts.push(draft({ run, place, at, bodySha256, now: clock.now() }))',
      'One was made or is shared by then, which the compiler doesn’t know.',
    ],
    [
      'const written = submissions.flatMap(({ submissionId }) => journal.get(submissionId) ?? [])',
      'const written = submissions.flatMap(({ submissionId }) => journal.get(submissionId))',
      'What was just written is there, which the compiler doesn’t know.',
    ],
    [
      'const more = { problems: [...problems], field, ...(run === undefined ? {} : { run }) }',
      'const more = { problems: [...problems], field, ...(false ? {} : { run }) }',
      'Where no run is given the caller names it.',
    ],
    ['attempts: 0,', 'attempts: 1,', 'The journal counts the attempts that it holds.'],
  ],
  'main/engine/submissions/job-procedures.ts': [
    [
      'const shown = order.slice(0, orderShown)',
      'const shown = order',
      'It bounds what is sent to the page, far beyond what one shows.',
    ],
    [
      '...(cursor === undefined ? {} : { cursor }),',
      '...(false ? {} : { cursor }),',
      'What is not given and what is given as nothing read alike; the compiler refuses it.',
    ],
    [
      '...(states === undefined ? {} : { states }),',
      '...(false ? {} : { states }),',
      'What is not given and what is given as nothing read alike; the compiler refuses it.',
    ],
  ],
  'main/engine/submissions/submission-views.ts': [
    [
      'return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN',
      'return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)]',
      'What is absent is no number either once it is divided; the compiler refuses it.',
    ],
  ],
  'main/engine/polling/poller.ts': [
    [
      'const fresh = { dueAt: null, failures: 0, isCutOff: false, wasAway, isPollRequested: false }',
      'const fresh = { dueAt: null, failures: 1, isCutOff: false, wasAway, isPollRequested: false }',
      'The first pause after a failure is one step longer, still far from the longest.',
    ],
    [
      'const fresh = { dueAt: null, failures: 0, isCutOff: false, wasAway, isPollRequested: false }',
      'const fresh = { dueAt: null, failures: 0, isCutOff: true, wasAway, isPollRequested: false }',
      'It is set with the first reading, which is due within half a second.',
    ],
    ['timer = null', ';', 'At the close: to cancel a timer twice does nothing. In onTime a test needs it.'],
    [
      'setDue(entry, now + place * spreadMs * (0.9 + 0.1 * random.next()))',
      'setDue(entry, now + place * spreadMs * (0.9 - 0.1 * random.next()))',
      'How much of the 25 ms is chance is left open.',
    ],
    [
      'entry.failures = 0',
      'entry.failures = 1',
      'The first pause after it is one step longer, still far from the longest.',
    ],
    [
      'else if (asksForTime(outcome)) setDue(entry, clock.now())',
      'else if (asksForTime(outcome)) setDue(entry, 0)',
      'Both are past when the service may be read again.',
    ],
    [
      'spread(({ dueAt, isCutOff }) => dueAt !== null && (dueAt <= now || isCutOff))',
      'spread(({ dueAt, isCutOff }) => dueAt !== null && (dueAt < now || isCutOff))',
      'What is due at this very millisecond is read now or a moment later.',
    ],
    [
      'at === null ? null : { at, cancel: clock.setTimer(Math.max(0, at - clock.now()), () => onTime(at)) }',
      'at === null ? null : { at, cancel: clock.setTimer(Math.max(1, at - clock.now()), () => onTime(at)) }',
      'A millisecond later makes no difference that is worth a test.',
    ],
    [
      'if (clock.now() - at >= asleepMs) readAllAnew()',
      'if (clock.now() - at > asleepMs) readAllAnew()',
      'The millisecond from which on a machine slept makes no difference that is worth a test.',
    ],
    [
      'if (gate.takeLifted(now)) spread(({ dueAt }) => dueAt !== null && dueAt <= now)',
      'if (gate.takeLifted(now)) spread(({ dueAt }) => dueAt !== null && dueAt < now)',
      'What is due at this very millisecond is read now or a moment later.',
    ],
    [
      "const entry = watched.get(schedule.take(gate.isLost() ? Number.POSITIVE_INFINITY : now) ?? '')",
      'const entry = watched.get(schedule.take(gate.isLost() ? Number.POSITIVE_INFINITY : now))',
      'No job is watched under no name; the compiler refuses it.',
    ],
    ...['if (false) return', 'if (timer?.at === at) ;'].map(
      (becomes): Row => ['if (timer?.at === at) return', becomes, 'It saves setting the same timer anew.'],
    ),
  ],
  'main/engine/polling/unknown-job-tracker.ts': [
    [
      'const known = absences.get(submissionId) ?? { since: now, times: 0, timesMissing: 0 }',
      'const known = absences.get(submissionId) ?? { since: now, times: 0, timesMissing: 1 }',
      'Each of the reports before it is missing sets it to 0.',
    ],
  ],
  'main/engine/polling/merge-job.ts': [
    [
      'const isNews = (update.progress ?? 0) > (known.job.progress ?? 0) || bringsMore(known.job, update)',
      'const isNews = (update.progress) > (known.job.progress ?? 0) || bringsMore(known.job, update)',
      absentIsNoMore,
    ],
    [
      'return (update.result?.urls.length ?? 0) > (known.result?.urls.length ?? 0)',
      'return (update.result?.urls.length) > (known.result?.urls.length ?? 0)',
      absentIsNoMore,
    ],
  ],
  'shared/pricing/resolution-of.ts': [
    [
      'if (!nearest || nearest.factor > tolerance) return null',
      'if (!nearest || nearest.factor >= tolerance) return null',
      'No size in whole pixels is off by exactly this factor.',
    ],
    [
      'if (number === 0) return null',
      'if (false) return null',
      'A size of zero is infinitely far from any result.',
    ],
  ],
  'shared/pricing/settle.ts': [
    [
      "most !== null && confirmed.kind === 'range' && most < priced.maxMicroUsd ? most : priced.maxMicroUsd",
      "most !== null && confirmed.kind === 'range' && most <= priced.maxMicroUsd ? most : priced.maxMicroUsd",
      'Both are the same then.',
    ],
    ["if (confirmed.kind !== 'rate') return false", 'if (false) return false', onlyOpenPrices],
    [
      "if (confirmed.kind !== 'rate') return false",
      "if (confirmed.kind !== 'rate') return true",
      onlyOpenPrices,
    ],
    [
      'const rate = priced.working?.microUsdPerSecond ?? -1',
      'const rate = priced.working?.microUsdPerSecond',
      'What is absent is no more than anything either; the compiler refuses it.',
    ],
  ],
  'shared/pricing/estimate.ts': [
    [
      "if (estimate.kind === 'unlisted') return null",
      'if (false) return null',
      'Without a rate there is no sum either; the compiler refuses it.',
    ],
    [
      '[...new Set(points.flatMap(({ dimensions }) => ownMember(dimensions, name) ?? []))],',
      '[...new Set(points.flatMap(({ dimensions }) => ownMember(dimensions, name)))],',
      'What is absent fits no result; the compiler refuses it.',
    ],
    [
      'const open = lowest === highest ? [] : openFields(points, read)',
      'const open = false ? [] : openFields(points, read)',
      'Where all prices are the same no field decides anything: this only saves the search.',
    ],
    [
      'return options.length > 0 ? [Math.min(...options), Math.max(...options)] : null',
      'return true ? [Math.min(...options), Math.max(...options)] : null',
      'The least of nothing is infinite, which has no price, as null has none.',
    ],
    [
      'return options.length > 0 ? [Math.min(...options), Math.max(...options)] : null',
      'return options.length >= 0 ? [Math.min(...options), Math.max(...options)] : null',
      'The least of nothing is infinite, which has no price, as null has none.',
    ],
  ],
  'shared/pricing/money.ts': [
    [
      'if (Math.abs(value / 1_000_000 - dollars) > 1e-9) {',
      'if (Math.abs(value / 1_000_000 - dollars) >= 1e-9) {',
      'No double is off by exactly this much.',
    ],
  ],
  'shared/pricing/read-dollars.ts': [
    [
      "const whole = match?.[1]?.replaceAll(',', '') ?? ''",
      "const whole = match?.[1]?.replaceAll(',', '')",
      'Where nothing matched the text is refused before this is used.',
    ],
  ],
  'shared/pricing/total.ts': [
    [
      'return [...groups.values()].flatMap((alike) => (alike[0] ? [{ ...alike[0], runs: alike.length }] : []))',
      'return [...groups.values()].flatMap((alike) => (true ? [{ ...alike[0], runs: alike.length }] : []))',
      'A group has one at least, which the compiler doesn’t know.',
    ],
    [
      'total.boundMicroUsd += most ?? 0',
      'total.boundMicroUsd += most',
      'Null adds nothing to a sum; only the types need the zero.',
    ],
    [
      "return estimate.kind === 'range' ? [estimate.minMicroUsd, estimate.maxMicroUsd] : null",
      'return true ? [estimate.minMicroUsd, estimate.maxMicroUsd] : null',
      'What has no ends adds nothing to a sum, as null does.',
    ],
    [
      "return estimate.kind === 'rate' ? (estimate.open?.fields ?? []) : []",
      'return true ? (estimate.open?.fields ?? []) : []',
      'Only a rate has an open part.',
    ],
  ],
}

export const explainedSurvivors: readonly ExplainedSurvivor[] = Object.entries(rows).flatMap(
  ([file, listed]) => listed.map(([line, becomes, reason]) => ({ file, line, becomes, reason })),
)
