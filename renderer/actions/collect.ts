import type { ActionRow } from './action.ts'

/** Asks which collection the files go into. */
export const collect: ActionRow['run'] = async ({ files, readFiles }, { collecting }) =>
  collecting.setState({ asked: readFiles ? await readFiles() : files })
