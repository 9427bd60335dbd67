/** Why a file was not taken. */
export const inputRefusals = [
  'empty_file',
  'unknown_kind',
  'heic',
  'svg',
  'damaged',
  'too_large',
  'storage_failed',
] as const
