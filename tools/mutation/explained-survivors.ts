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
const narrows = 'The compiler needs the condition; where it is false the other value is the same.'

const rows: Readonly<Record<string, readonly Row[]>> = {
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
      "if (!isAnswered || isUnwritten) hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)",
      'if (!isAnswered || isUnwritten) hold(delivery, true ? (outcome.retryAfterMs ?? 0) : 0)',
      'No other outcome has a time to wait for.',
    ],
    ...[
      "if (!isAnswered || isUnwritten) hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs) : 0)",
      "if (!isAnswered || isUnwritten) hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 1) : 0)",
      "if (!isAnswered || isUnwritten) hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 1)",
    ].map(
      (becomes): Row => [
        "if (!isAnswered || isUnwritten) hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)",
        becomes,
        'The pause is never shorter than two seconds.',
      ],
    ),
    [
      'if (retries.missed(delivery, now) >= leastMisses && now - delivery.takenAt >= patienceMs) settle(delivery)',
      'if (retries.missed(delivery, now) >= leastMisses && now - delivery.takenAt > patienceMs) settle(delivery)',
      'The millisecond at which the day is over makes no difference that is worth a test.',
    ],
  ],
  'main/engine/submissions/post-attempt.ts': [
    ...[
      'const status = true ? outcome.status : 0',
      "const status = outcome.type === 'answered' ? outcome.status : 1",
    ].map(
      (becomes): Row => [
        "const status = outcome.type === 'answered' ? outcome.status : 0",
        becomes,
        'Only over what was answered can reading fail.',
      ],
    ),
  ],
  'main/engine/submissions/read-answer.ts': [
    [
      'const job = jobSchema.safeParse(body.ok ? body.value : undefined)',
      'const job = jobSchema.safeParse(true ? body.value : undefined)',
      narrows,
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
  'main/engine/polling/due-queue.ts': [
    ['if (above.dueAt <= due.dueAt) break', 'if (above.dueAt < due.dueAt) break', dueTogether],
    ['if (below.dueAt >= due.dueAt) break', 'if (below.dueAt > due.dueAt) break', dueTogether],
    [
      'return second && second.dueAt < first.dueAt ? left + 1 : left',
      'return second && second.dueAt <= first.dueAt ? left + 1 : left',
      dueTogether,
    ],
  ],
  'main/engine/polling/unreadable-job-tracker.ts': [
    [
      "const { times, cause } = known.get(submissionId) ?? { times: 0, cause: '' }",
      "const { times, cause } = known.get(submissionId) ?? { times: 1, cause: '' }",
      'Once is as far from being shown as never.',
    ],
  ],
  'main/engine/submissions/run-confirmation.ts': [
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
  'main/engine/submissions/submission-views.ts': [
    [
      'return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN',
      'return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)]',
      'What is absent is no number either once it is divided; the compiler refuses it.',
    ],
  ],
  'main/engine/polling/poller.ts': [
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
  'shared/pricing/estimate.ts': [
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
