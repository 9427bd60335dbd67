import type { WireRow } from '../engine/usage/wire-row.ts'

/** Rows as a Parquet file, the time in milliseconds UTC. The writer is loaded with the first export. */
export async function writeUsageParquet(rows: readonly WireRow[]): Promise<Uint8Array<ArrayBuffer>> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const texts = (column: Exclude<keyof WireRow, 'completed_at' | 'compute_units'>) => ({
    name: column,
    data: rows.map((row) => row[column]),
    type: 'STRING' as const,
    nullable: column !== 'job_id',
  })
  const bytes = parquetWriteBuffer({
    columnData: [
      texts('job_id'),
      texts('user_id'),
      texts('user_email'),
      texts('type'),
      {
        name: 'completed_at',
        data: rows.map((row) => new Date(row.completed_at)),
        type: 'TIMESTAMP',
        nullable: false,
      },
      {
        name: 'compute_units',
        data: Float64Array.from(rows, (row) => row.compute_units),
        type: 'DOUBLE',
        nullable: false,
      },
    ],
  })
  return new Uint8Array(bytes)
}
