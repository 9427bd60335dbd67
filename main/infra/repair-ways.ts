/** What a person can have done about a library that can't be used. */
export const repairWays = ['restore', 'keep', 'rebuild', 'new'] as const

export type RepairWay = (typeof repairWays)[number]

/** The options of `npm start` and of the command line that stand for them. */
export const repairOptions: Readonly<Record<RepairWay, string>> = {
  restore: 'restore-backup',
  keep: 'keep-library',
  rebuild: 'rebuild-library',
  new: 'new-library',
}
