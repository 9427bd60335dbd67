/** The ways out of a library that can't be used. */
export const repairWays = ['restore', 'keep', 'rebuild', 'new'] as const

export type RepairWay = (typeof repairWays)[number]

/** Their options of `npm start` and of the command line. */
export const repairOptions: Readonly<Record<RepairWay, string>> = {
  restore: 'restore-backup',
  keep: 'keep-library',
  rebuild: 'rebuild-library',
  new: 'new-library',
}
