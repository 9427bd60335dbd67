import { describe, expect, it } from 'vitest'
import { bridgeErrorCodes } from '../../shared/bridge/error-codes.ts'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import { usd } from '../../shared/pricing/money.ts'
import { totalOf } from '../../shared/pricing/total.ts'
import { asks } from './en/asks.ts'
import { compare } from './en/compare.ts'
import { ends } from './en/ends.ts'
import { library } from './en/library.ts'
import { list } from './en/list.ts'
import { modelSynonyms } from './en/model-synonyms.ts'
import { moves } from './en/moves.ts'
import { notices } from './en/notices.ts'
import { recipesDialog } from './en/recipes-dialog.ts'
import { restored } from './en/restored.ts'
import { samples } from './en/samples.ts'
import { settings } from './en/settings.ts'
import { spend } from './en/spend.ts'
import { stage } from './en/stage.ts'
import { styles } from './en/styles.ts'
import { usage } from './en/usage.ts'
import { wildcards } from './en/wildcards.ts'
import { english } from './en/words.ts'

const sandbox = { id: 'sandbox', name: null }

const { format, pricing, fields, failures, models } = english

function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, member]) => leaves(member, `${path}.${key}`))
}

describe('the words', () => {
  it('are non-empty texts and functions that return texts', () => {
    for (const [path, leaf] of leaves(
      {
        ...english,
        asks,
        compare,
        ends,
        library,
        list,
        modelSynonyms,
        moves,
        notices,
        recipesDialog,
        restored,
        samples,
        settings,
        spend,
        stage,
        styles,
        usage,
        wildcards,
      },
      'english',
    )) {
      expect(['string', 'function'], path).toContain(typeof leaf)
      expect(leaf, path).not.toBe('')
    }
  })

  it('exist for every way a call can fail', () => {
    const sentences = bridgeErrorCodes.map((code) => failures.sentence({ code, message: '' }))
    expect(new Set(sentences).size).toBe(bridgeErrorCodes.length)
  })

  it('describe a value’s fault with numbers', () => {
    expect(fields.problem({ code: 'too_long', maximum: 4096, actual: 4107 })).toBe(
      'At most 4,096 characters; this is 4,107.',
    )
  })

  it('show how a price is calculated', () => {
    const estimate = {
      kind: 'exact',
      microUsd: usd(1.517),
      working: { seconds: 5, microUsdPerSecond: usd(0.3034) },
    } as const
    expect(pricing.amount(estimate, 1)).toBe('$1.517')
    expect(pricing.working(estimate, 1)).toBe('5 s × $0.3034')
    expect(pricing.amount(estimate, 3)).toBe('$4.551')
    expect(pricing.working(estimate, 3)).toBe('3 × 5 s × $0.3034')
  })

  it('[PRICE17] [RUN25] name the most that a run may cost, a price per second at the length that counts', () => {
    const rate: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.14) }
    const range: Estimate = { kind: 'range', minMicroUsd: usd(0.1), maxMicroUsd: usd(0.225), fields: [] }
    expect(pricing.atMost(rate)).toBe('at most $2.10 ($0.14/s × 15 s)')
    expect(pricing.atMost({ ...rate, longestSeconds: 60 })).toBe('at most $8.40 ($0.14/s × 60 s)')
    expect(pricing.atMost({ ...rate, longestSeconds: Number.MAX_SAFE_INTEGER })).toBe('$0.14/s')
    expect(pricing.atMost(range)).toBe('at most $0.225')
    expect(pricing.atMost({ kind: 'exact', microUsd: usd(0.08) })).toBe('$0.08')
    expect(pricing.atMost({ kind: 'unlisted' })).toBeNull()
  })

  it('[PRICE7] write an open price per second as a range, and what it comes to at most', () => {
    const open = { minMicroUsdPerSecond: usd(0.07), fields: ['generate_audio'] }
    const rate: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.14), open }
    expect(pricing.amount(rate, 1)).toBe('$0.07 – $0.14/s')
    expect(pricing.short(rate)).toBe('≤ $0.14/s')
    expect(pricing.working(rate, 1)).toBe('per second of the result, at most $2.10 at 15 s')
    expect(pricing.amount(rate, 3)).toBe('$0.21 – $0.42/s')
    expect(pricing.working(rate, 3)).toBe('per second of the result, at most $6.30 at 15 s each')
    expect(pricing.amount({ kind: 'rate', microUsdPerSecond: usd(0.07) }, 1)).toBe('$0.07/s')
  })

  it('[PRICE21] count runs by the second in every figure of several, with the arithmetic', () => {
    const rate: Estimate = { kind: 'rate', microUsdPerSecond: usd(0.14) }
    const range: Estimate = { kind: 'range', minMicroUsd: usd(0.1), maxMicroUsd: usd(0.24), fields: [] }
    const exact: Estimate = { kind: 'exact', microUsd: usd(0.24) }
    const some = totalOf([exact, range, rate])
    expect(pricing.total(some)).toBe('At most $2.58')
    expect(pricing.totalWorking(some)).toBe('3 runs · $0.48 + 15 s × $0.14')
    expect(pricing.shortTotal(some)).toBe('≤ $2.58')
    expect(pricing.ofRuns([exact, range, rate])).toBe('at most $2.58')
    expect(pricing.ofRuns([rate, rate])).toBe('at most $4.20')
    expect(pricing.totalWorking(totalOf([rate, rate]))).toBe('2 runs · 2 × 15 s × $0.14')
    const endless: Estimate = { ...rate, longestSeconds: Number.MAX_SAFE_INTEGER }
    expect(pricing.shortTotal(totalOf([exact, endless]))).toBe('$0.24 + 1 not listed')
    expect(pricing.totalWorking(totalOf([exact, endless]))).toContain('1 of 2 without a listed price')
    expect(pricing.total(totalOf([endless, endless]))).toBe('Price not listed')
  })

  it('[PRICE23] name what a settled price was read from, with values where they are stored', () => {
    const working = (read: Record<string, string | number | boolean | null>) =>
      pricing.settledWorking({ kind: 'exact', microUsd: usd(0.075), read })
    expect(working({ resolution: '2k' })).toBe('resolution 2K as in the result')
    expect(working({ duration: 5.04, generate_audio: false })).toBe(
      'duration 5.04 s and generate audio off as in the result',
    )
    expect(working({ resolution: null })).toBe('resolution as in the result')
    expect(working({})).toBeNull()
  })

  it('[SPEND2] ask with the most that runs may cost, said once, and whose money it is', () => {
    const total = totalOf([{ kind: 'rate', microUsdPerSecond: usd(0.14) }])
    expect(asks.most(total, sandbox)).toBe('This run costs at most $2.10 in the sandbox, not real money.')
    expect(asks.yes(total)).toBe('Send anyway for at most $2.10')
    const day = { question: 'day', limit: usd(0.5), committed: usd(0.35), requested: usd(2.1) } as const
    expect(asks.objection(day)).toBe(
      '$0.35 of your $0.50 today is spent or on its way: this may go $1.95 over it.',
    )
    expect(asks.objection({ ...day, open: usd(0.1) })).toMatch(/^At most \$0\.35 of your \$0\.50 today/)
    const price = { question: 'price', limit: usd(1), committed: usd(0), requested: usd(2.1) } as const
    expect(asks.objection(price)).toBe(
      'Atelier asks before it sends more than $1.00 at once. Settings → Budget changes that.',
    )
    expect(asks.yes(totalOf([{ kind: 'exact', microUsd: usd(0.08) }]))).toBe('Send anyway for $0.08')
  })

  it('[SPEND71] say by how much a budget is passed, and never call that a part of it', () => {
    const day = { question: 'day', limit: usd(1) } as const
    const spent = { ...day, committed: usd(1.43), requested: usd(0.04) }
    expect(asks.objection(spent)).toBe(
      '$1.43 is spent or on its way today, $0.43 over your limit of $1.00: this may make it $0.47 over.',
    )
    expect(asks.objection({ ...spent, open: usd(0.1), requested: usd(0) })).toBe(
      'At most $1.43 is spent or on its way today, $0.43 over your limit of $1.00.',
    )
    expect(asks.objection({ ...spent, committed: usd(1) })).toBe(
      '$1.00 of your $1.00 today is spent or on its way: this may go $0.04 over it.',
    )
  })

  it('[SPEND73] say of a run of unknown outcome what sums and budgets do with it', () => {
    const { unknown, closed } = spend.ledger.details.states
    expect(unknown).toMatch(/not in what was spent.*counts against your budgets.*agents/)
    expect(closed).toMatch(/in no sum and no budget/)
  })

  it('[SPEND2] [SPEND12] tell a budget that is spent from runs that exceed what is left of it', () => {
    const total = totalOf([{ kind: 'rate', microUsdPerSecond: usd(0.14) }])
    const left = (limit: number, committed: number, open = 0) =>
      pricing.left('day', { limit: usd(limit), committed: usd(committed), open: usd(open) }, total, sandbox)
    expect(left(0.5, 0.575)).toBe('Today’s budget in the sandbox is spent; $0.075 over already')
    expect(left(0.5, 0.5)).toBe('Today’s budget in the sandbox is spent')
    expect(left(0.5, 0.575, 0.1)).toBe(
      'Today’s budget in the sandbox is spent or on its way; at most $0.075 over already',
    )
    expect(left(1, 0.1)).toBe('At most $1.20 over today’s budget in the sandbox')
    expect(left(3, 0.5, 0.1)).toBe('At least $2.50 left today in the sandbox')
    const exactly = totalOf([{ kind: 'exact', microUsd: usd(2.1) }])
    const period = { limit: usd(1), committed: usd(0.1) }
    expect(pricing.left('month', period, exactly, sandbox)).toBe(
      '$1.20 over this month’s budget in the sandbox',
    )
    expect(pricing.left('month', { ...period, open: usd(0.1) }, exactly, sandbox)).toMatch(/^At most \$1\.20/)
    expect(left(3, 0.5)).toBe('$2.50 left today in the sandbox')
    expect(settings.budget.stateOf(usd(0.5), usd(0.925), sandbox)).toBe(
      '$0.925 of $0.50 is spent or committed in the sandbox, not real money; $0.425 over.',
    )
  })

  it('[ACC1] call an account by its name, and tell the sandbox by its id alone', () => {
    const sums = { microUsd: usd(1), upToMicroUsd: 0, unlistedJobs: 0 }
    const spent = (id: string, name: string | null) =>
      english.shell.spentLong({ ...sums, account: { id, name } })
    expect(spent('https://api.service.example/v1#b', 'Agency: Nike')).toBe(
      'Spent this month at Agency: Nike: $1.00',
    )
    expect(spent('https://api.service.example/v1', null)).toBe('Spent this month at service.example: $1.00')
    expect(spent('http://sandbox', 'sandbox')).toBe('Spent this month at sandbox: $1.00')
    expect(spent('sandbox', null)).toBe('Spent this month in the sandbox, not real money: $1.00')
    const named = { id: 'http://sandbox', name: 'sandbox' }
    expect(settings.budget.stateOf(usd(1), usd(0.6744), named)).toMatch(/^\$0\.67 of \$1\.00 is spent/)
    expect(settings.budget.stateOf(usd(1), usd(0.6744), named, true)).toMatch(
      /^\$0\.6744 of \$1\.00 is spent/,
    )
    expect(settings.budget.stateOf(usd(1), usd(0), named)).toBe(
      '$0.00 of $1.00 is spent or committed at sandbox.',
    )
    expect(settings.budget.note(named, true)).toMatch(/^For the account “sandbox” alone\. Atelier asks/)
    expect([spend.accountName(named), spend.accountName(sandbox)]).toEqual(['sandbox', 'Sandbox'])
    expect(stage.waitingElsewhere(named)).toMatch(/^It is sent once you use sandbox again/)
  })

  it('mark the month’s spending as the most where some of it is open', () => {
    expect(english.shell.spent({ microUsd: usd(0.55), upToMicroUsd: usd(0.38) })).toBe('$0.55 +')
    expect(english.shell.spent({ microUsd: 0, upToMicroUsd: usd(0.38) })).toBe('≤ $0.38')
    expect(english.shell.spent({ microUsd: usd(0.55), upToMicroUsd: 0 })).toBe('$0.55')
  })

  it('leave the fields that narrow a range to their buttons', () => {
    const range: Estimate = {
      kind: 'range',
      minMicroUsd: usd(0.1),
      maxMicroUsd: usd(0.9),
      fields: ['resolution', 'duration'],
    }
    expect(pricing.amount(range, 1)).toBe('$0.10 – $0.90')
    expect(pricing.working(range, 1)).toBeNull()
    expect(pricing.working({ ...range, fields: [] }, 1)).toMatch(/^Depends on/)
  })
})

describe('the format', () => {
  it('writes no minutes where a duration of thousands can’t be of seconds, or is of a part of one', () => {
    const { measured } = english.fields
    const lengths = [90, 90_000, 90.5].map((value) => measured('duration', value))
    expect(lengths).toEqual(['1:30', null, '90.5 s'])
  })

  it('writes durations as a person says them', () => {
    expect([0.42, 9.5, 12, 60, 65, 3600].map(format.seconds)).toEqual([
      '0.4 s',
      '9.5 s',
      '12 s',
      '1 min',
      '1 min 5 s',
      '60 min',
    ])
  })

  it('[ACT61] writes the position of a paused video to the hundredth of a second', () => {
    expect([0, 0.75, 5.999, 65.04, Number.NaN].map(format.exactClock)).toEqual([
      '0:00.00',
      '0:00.75',
      '0:06.00',
      '1:05.04',
      '0:00.00',
    ])
  })

  it('writes positions in a video as a clock', () => {
    expect([0, 5.9, 65, Number.NaN].map(format.clock)).toEqual(['0:00', '0:05', '1:05', '0:00'])
  })

  it('writes prices to the micro-dollar and sums to the cent', () => {
    expect(format.price(80_900)).toBe('$0.0809')
    expect(format.price(1)).toBe('$0.000001')
    expect(format.total(1_517_000)).toBe('$1.52')
    expect([format.total(4_999), format.total(5_000), format.total(0)]).toEqual(['< $0.01', '$0.01', '$0.00'])
  })

  it('writes a calendar date unchanged, in any time zone', () => {
    expect(format.calendarDate('2026-06-19')).toBe('Jun 19, 2026')
  })

  it('[UI590] keeps a time whole, which may otherwise break before its PM', () => {
    const moment = '2027-01-31T15:00:00.000Z'
    const moments = [format.time, format.dateTime, format.timeToSecond, format.serviceDate, ends.moment]
    for (const write of moments) {
      expect(write(moment)).toMatch(/\d\u00a0[AP]M/)
      expect(write(moment)).not.toMatch(/\d [AP]M/)
    }
    expect(format.serviceDate('2027-01-31')).toBe('Jan 31, 2027')
  })

  it('[CAT10] show a day as a day and another moment with its time', () => {
    expect(format.serviceDate('2026-05-13')).toBe('May 13, 2026')
    expect(format.serviceDate('2027-01-31T15:00:00.000Z')).toMatch(/^Jan 31, 2027, .+:00/)
    expect(ends.title.sunset('2020-04-23')).toBe('This model ended Apr 23, 2020')
    expect(ends.title.deprecated('2027-06-30')).toBe('This model ends Jun 30, 2027')
    expect(restored.ended('V4', '2027-01-31T15:00:00.000Z')).toContain('Jan 31, 2027')
  })

  it('[CAT16] show the path of a replacement that has no name here', () => {
    const replacement = { label: 'a newer image model of the same vendor', path: 'image/{vendor}/{model}' }
    expect(models.instead(replacement)).toBe(
      'Use a newer image model of the same vendor instead (image/{vendor}/{model})',
    )
  })

  it('[CAT24] say by how much an empty balance can be topped up, and that running jobs finish', () => {
    expect(notices.insufficientBalance.body).toMatch(/^Running jobs finish/)
    expect(notices.insufficientBalance.body).toContain(
      '$10, $25, $50, $100, or any amount from $5 to $10,000',
    )
  })

  it('[CAT22] report the outcome of every old name', () => {
    const said = [
      { kind: 'conflict', from: 'image_url', to: 'start_image', kept: 'startImage' },
      { kind: 'joined', from: 'style_images', to: 'image_urls' },
      { kind: 'reduced', from: 'style_images', to: 'image_urls', members: ['strength'] },
    ] as const
    expect(said.map(restored.change)).toEqual([
      expect.stringMatching(/^image_url was left out: startImage/),
      expect.stringMatching(/^style_images was added/),
      expect.stringMatching(/strength of style_images/),
    ])
  })
})

it('sizes below a kilobyte have a plural, and others their short unit', () => {
  expect([1, 898, 4_000, 1_500_000].map(library.bytes)).toEqual(['1 byte', '898 bytes', '4 kB', '1.5 MB'])
})
