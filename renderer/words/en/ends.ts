import { createMoments } from '../moments.ts'
import { format } from './format.ts'

const moments = createMoments('en-US')

/** What is said of a model that ends or has ended, and of moving on from it. */
export const ends = {
  /** Asked of a model whose description doesn't tell. */
  kind: {
    region: 'What this model makes',
    question: (label: string) => `The service’s description doesn’t say what ${label} makes. What is it?`,
  },
  region: 'The end of this model',
  title: {
    deprecated: (date: string | null) =>
      date ? `This model ends ${format.serviceDate(date)}` : 'The service is phasing this model out',
    sunset: (date: string | null) =>
      date ? `This model ended ${format.serviceDate(date)}` : 'This model has ended',
  },
  daysLeft: (days: number) =>
    days < 1 ? 'less than a day left' : `${format.number(days)} ${days === 1 ? 'day' : 'days'} left`,
  moment: (date: string) =>
    moments.isSame(date)
      ? `${moments.utc(date)} UTC, also your time.`
      : `${moments.own(date)} your time, ${moments.utc(date)} UTC.`,
  meaning: {
    deprecated: (date: string | null) =>
      `${date ? 'Runs still work until then.' : 'Runs still work for now.'} What you generated stays in your library.`,
    sunset: () =>
      'Nothing more can be sent to it, and nothing is charged. What you generated stays in your library.',
  },
  cause: (words: string) => `The service says: “${words}”`,
  replacementEnded: (label: string) => `Its replacement, ${label}, has ended as well.`,
  runOn: (label: string) => `Run on ${label}…`,
  more: 'Read more',
  details: 'Details',
  later: (hasDate: boolean) => (hasDate ? 'Not again until 7 days before' : 'Not again until it has a date'),
  move: {
    title: (label: string) => `Run on ${label}`,
    intro: (from: string, to: string) =>
      `What becomes of the settings of ${from} with ${to}. Nothing is sent yet.`,
    prices: 'Price of one run',
    parts: {
      carried: 'Stays the same',
      changed: 'Changes',
      dropped: 'Left out',
      added: 'New with this model',
    },
    change: (from: string, to: string, before: string, after: string) =>
      from === to ? `${from}: ${before} becomes ${after}` : `${from} becomes ${to}`,
    kept: (from: string, to: string, after: string) => `${from} becomes ${to}: ${after}`,
    media: (count: number) => (count === 1 ? 'one file' : `${count} files`),
    nothing: 'Nothing',
    needs: (label: string, fields: string) => `${label} also needs: ${fields}. Load the settings and add it.`,
    comparing: 'Several runs are set up in the form. Load the settings to see what they cost together.',
    cancel: 'Cancel',
    load: 'Load into the form',
    run: (price: string) => `Run for ${price}`,
    runUnlisted: 'Run at an unlisted price',
    moved: (label: string) => `The settings are in the form, for ${label}.`,
  },
  gone: {
    region: 'A model that is gone',
    title: (model: string) => `${model} is not offered here`,
    body: 'The service’s description doesn’t name it. Your settings for it are kept, and stay in the form until you choose another model.',
  },
  touched: {
    found: (model: string, what: string, isKnown: boolean) =>
      `${model} ${isKnown ? 'has ended' : 'is not offered any more'}. It is used by ${what}.`,
    near: (model: string, days: number) =>
      `${model}, which you use, ends in ${days < 1 ? 'less than a day' : days === 1 ? '1 day' : `${days} days`}.`,
    show: 'Move on',
    open: 'Recipes and runs…',
    title: (model: string) => `Moving on from ${model}`,
    intro: 'What you have of it, and what becomes of it with another model. Nothing is changed yet.',
    nothing: 'No recipe, no waiting run, no smart collection, no list and no other settings use it.',
    unread: (isSomeFound: boolean) =>
      isSomeFound
        ? 'Not all that may use it could be read: there may be more than this.'
        : 'What may use it could not all be read, so what uses it is not known.',
    readAgain: 'Read again',
    changed: (count: number) =>
      count === 1
        ? 'One of them was changed or deleted meanwhile and stays as it is.'
        : `${format.number(count)} of them were changed or deleted meanwhile and stay as they are.`,
    counts: ({
      recipes,
      hasDraft,
      hasList,
      queued,
      collections,
    }: {
      recipes: number
      hasDraft: boolean
      hasList: boolean
      queued: number
      collections: number
    }) =>
      format.list([
        ...(recipes > 0 ? [recipes === 1 ? '1 recipe' : `${format.number(recipes)} recipes`] : []),
        ...(hasDraft ? ['your last settings'] : []),
        ...(hasList ? ['your list'] : []),
        ...(queued > 0 ? [queued === 1 ? '1 waiting run' : `${format.number(queued)} waiting runs`] : []),
        ...(collections > 0
          ? [collections === 1 ? '1 smart collection' : `${format.number(collections)} smart collections`]
          : []),
      ]),
    to: 'Model to move to',
    recipes: 'Recipes',
    collections: 'Smart collections',
    finds: (model: string) => `also finds what ${model} makes`,
    tooLong: 'has no room for another model, and stays as it is',
    draft: 'Your last settings',
    list: 'Your list',
    listRows: ({ rows, changed, stays }: { rows: number; changed: number; stays: number }) =>
      [
        rows === 1 ? '1 row' : `${format.number(rows)} rows`,
        changed + stays === 0
          ? 'everything stays'
          : [
              ...(changed > 0 ? [`${format.number(changed)} with values that change`] : []),
              ...(stays > 0
                ? [`${format.number(stays)} with what it doesn’t take, and they stay as they are`]
                : []),
            ].join('; '),
      ].join(': '),
    listInDoubt: 'It isn’t known whether rows of it were sent, so it stays as it is.',
    queued: 'Waiting runs',
    line: (changed: readonly string[], dropped: readonly string[]) =>
      changed.length + dropped.length === 0
        ? 'everything stays'
        : [
            ...(changed.length > 0 ? [`changes: ${changed.join(', ')}`] : []),
            ...(dropped.length > 0 ? [`left out: ${dropped.join(', ')}`] : []),
          ].join('; '),
    more: (count: number) => `and ${format.number(count)} more`,
    hasDraft: (model: string) => `You have settings for ${model} already; they stay, and these are kept.`,
    price: (count: number, price: string) =>
      count === 1 ? `1 run for ${price}` : `${format.number(count)} runs for ${price} together`,
    stay: (count: number) =>
      count === 1
        ? '1 run lacks something there and stays held.'
        : `${count} runs lack something there and stay held.`,
    close: 'Close',
    move: (hasList: boolean) => (hasList ? 'Move recipes, settings and list' : 'Move recipes and settings'),
    send: (count: number, price: string) =>
      count === 1 ? `Send the run for ${price}` : `Send ${format.number(count)} runs for ${price}`,
    moved: (what: string, model: string) => `Moved to ${model}: ${what}.`,
  },
}
