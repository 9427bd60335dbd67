import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MediaKind } from '../../../../shared/api/media.ts'
import type { IntakeTarget, OfferedInput } from '../../../forms/intake-store.ts'
import { fieldsFor, isFor, type Placeable, placeAt, planPlacement, roomLeft } from './placement.ts'

function field(id: string, kind: MediaKind, more: Partial<IntakeTarget> = {}): IntakeTarget {
  return {
    id,
    name: id,
    label: id,
    kind,
    many: false,
    urlMaxLength: null,
    takesHeic: false,
    room: 1,
    isFilled: false,
    take: () => undefined,
    ...more,
  }
}

function list(id: string, kind: MediaKind, room: number | null): IntakeTarget {
  return field(id, kind, { many: true, room })
}

function files(...kinds: (MediaKind | null)[]): OfferedInput[] {
  return kinds.map((kind, index) => ({ value: `input:${index}`, name: `file ${index}`, kind }))
}

const startAndEnd = [field('start', 'image'), field('end', 'image')]
const references = list('references', 'image', 9)

it.each<[string, IntakeTarget[], OfferedInput[], (string | null)[]]>([
  [
    'each kind to its field',
    [field('image', 'image'), field('video', 'video'), field('sound', 'audio')],
    files('audio', 'image', 'video'),
    ['sound', 'image', 'video'],
  ],
  ['two images to start and end', [...startAndEnd, references], files('image', 'image'), ['start', 'end']],
  [
    'more images than that to the list that takes all',
    [...startAndEnd, references],
    files('image', 'image', 'image'),
    ['references', 'references', 'references'],
  ],
  [
    'where there is room, and the last nowhere',
    startAndEnd,
    files('image', 'image', 'image'),
    ['start', 'end', null],
  ],
  [
    'an empty field before one that has something',
    [field('start', 'image', { isFilled: true }), field('end', 'image')],
    files('image', 'image'),
    ['end', 'start'],
  ],
  ['a video nowhere where nothing takes one', startAndEnd, files('video', 'image'), [null, 'start']],
  ['nothing to a full list', [list('references', 'image', 0)], files('image', 'image'), [null, null]],
  ['a URL to what is left', startAndEnd, files('image', null), ['start', 'end']],
])('%s', (_, targets, offered, expected) => expect(planPlacement({ targets, offered })).toEqual(expected))

it('offers no full list, and a filled single field by replacing its content', () => {
  const filled = field('start', 'image', { isFilled: true })
  const placeable = { targets: [list('full', 'image', 0), filled, field('video', 'video')], offered: [] }
  expect(files('image').map((input) => fieldsFor(placeable, input))).toEqual([[filled]])
})

it('swaps places where the chosen field holds one', () => {
  const placeable = { targets: startAndEnd, offered: files('image', 'image') }
  expect(placeAt(placeable, ['start', 'end'], 1, 'start')).toEqual(['end', 'start'])
  expect(placeAt(placeable, ['start', null], 1, 'start')).toEqual([null, 'start'])
  expect(placeAt(placeable, ['start', 'end'], 0, null)).toEqual([null, 'end'])
})

it('leaves out a file that the freed field does not accept', () => {
  const placeable = {
    targets: [field('image', 'image'), field('video', 'video')],
    offered: files(null, 'image'),
  }
  expect(placeAt(placeable, ['video', 'image'], 0, 'image')).toEqual(['image', null])
})

it('however files are placed and moved, each is in a field for its kind and none holds too many', () => {
  const kind = fc.constantFrom<MediaKind>('image', 'video', 'audio')
  const target = fc.record({ kind, many: fc.boolean(), room: fc.option(fc.nat(3)), isFilled: fc.boolean() })
  const move = fc.record({ index: fc.nat(), target: fc.option(fc.nat()) })
  fc.assert(
    fc.property(
      fc.array(target, { maxLength: 5 }),
      fc.array(fc.option(kind), { minLength: 1, maxLength: 7 }),
      fc.array(move, { maxLength: 12 }),
      (shapes, kinds, moves) => {
        const targets = shapes.map((shape, index) =>
          field(`t${index}`, shape.kind, { ...shape, room: shape.many ? shape.room : 1 }),
        )
        const placeable: Placeable = { targets, offered: files(...kinds) }
        let placement = planPlacement(placeable)
        expectAudio(placeable, placement)
        for (const { index, target: to } of moves) {
          const at = index % kinds.length
          const fitting = targets.filter(
            (one) => one.room !== 0 && isFor(one, placeable.offered[at] ?? expect.unreachable()),
          )
          const chosen = to === null ? null : (fitting[to % Math.max(1, fitting.length)]?.id ?? null)
          placement = placeAt(placeable, placement, at, chosen)
          expect(placement[at]).toBe(chosen)
          expectAudio(placeable, placement)
        }
      },
    ),
  )
})

function expectAudio({ targets, offered }: Placeable, placement: readonly (string | null)[]) {
  for (const [index, place] of placement.entries()) {
    const target = targets.find(({ id }) => id === place)
    const input = offered[index]
    if (place !== null) expect(target && input && isFor(target, input)).toBe(true)
  }
  for (const target of targets) expect(roomLeft(target, placement)).toBeGreaterThanOrEqual(0)
}
