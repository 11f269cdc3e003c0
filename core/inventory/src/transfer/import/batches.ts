import type { Line, Table } from './reader.ts'

/** Lines that are examined and written together. */
const batchLines = 500

/** The lines of a file in batches. */
export async function* batches(table: Table): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const line of table.lines()) {
    batch.push(line)
    if (batch.length < batchLines) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}
