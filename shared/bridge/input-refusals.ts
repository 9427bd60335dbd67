/** Why a file was refused. */
export const inputRefusals = [
  'empty_file',
  'unknown_kind',
  'heic',
  'svg',
  'damaged',
  'too_large',
  'storage_failed',
] as const
