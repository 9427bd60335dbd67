import type { Judgement } from '../../../shared/library/judgement.ts'
import type { ActionId } from '../../actions/action-id.ts'
import { format } from './format.ts'

const marks: Partial<Record<ActionId, string>> = {
  rate0: 'Stars removed',
  rate1: 'Rated 1 star',
  rate2: 'Rated 2 stars',
  rate3: 'Rated 3 stars',
  rate4: 'Rated 4 stars',
  rate5: 'Rated 5 stars',
  pick: 'Picked',
  reject: 'Rejected',
  unflag: 'Flag removed',
  favorite: 'Favorite',
  label6: 'Labeled red',
  label7: 'Labeled yellow',
  label8: 'Labeled green',
  label9: 'Labeled blue',
}

const marksOff: Partial<Record<ActionId, string>> = {
  favorite: 'No favorite any more',
  label6: 'Label removed',
  label7: 'Label removed',
  label8: 'Label removed',
  label9: 'Label removed',
}

export const marking = {
  rating: 'Rating',
  label: 'Color label',
  marksOf: ({ rating, flag, isFavorite, label }: Judgement) =>
    [
      flag === 'pick' && 'picked',
      flag === 'reject' && 'rejected',
      rating > 0 && (rating === 1 ? '1 star' : `${rating} stars`),
      isFavorite && 'favorite',
      label !== 0 && { 6: 'red', 7: 'yellow', 8: 'green', 9: 'blue' }[label],
    ]
      .filter(Boolean)
      .join(', '),
  /** What was done to how many files; `isOff`: the mark was removed. */
  marked: (id: ActionId, count: number, isOff: boolean) => {
    const done = isOff ? (marksOff[id] ?? '') : (marks[id] ?? '')
    return count === 1 ? `${done}.` : `${done}: ${count} files.`
  },
  trashed: (count: number) =>
    count === 1 ? 'Moved to the trash.' : `${format.number(count)} files moved to the trash.`,
  restored: (count: number) =>
    count === 1 ? 'Back in the library.' : `${format.number(count)} files are back in the library.`,
  uncollected: (count: number) =>
    count === 1 ? 'Removed from the collection.' : `${count} files removed from the collection.`,
}
