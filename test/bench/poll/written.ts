import type { Service } from '../kit/service.ts'

/** Rows of series that wait for the store, in each process. */
const waitingRow = /^linecard_metrics_rows_waiting(?:\{[^}]*\})? (\d+)$/gm

/** Whether no process has rows of series left that it did not write. */
export async function areWritten(product: Pick<Service, 'page'>, workers: number): Promise<boolean> {
  const text = await (await product.page('/metrics')).text()
  const rows = [...text.matchAll(waitingRow)].map(([, count]) => Number(count))
  return rows.length > workers && rows.every(count => count === 0)
}
