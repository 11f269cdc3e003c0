/** The thread that draws. The main thread answers other requests meanwhile. */
import { parentPort } from 'node:worker_threads'
import { drawPicture } from './picture.ts'
import { drawSheet } from './sheet.ts'
import { TooSmall, type DrawingOrder, type DrawingReport, type Task } from './tasks.ts'

const port = parentPort!
const tell = (report: DrawingReport): void => {
  port.postMessage(report)
}
const cancelled = new Set<number>()
const running = new Set<number>()

async function draw(id: number, task: Task): Promise<void> {
  running.add(id)
  try {
    if (task.kind === 'picture') tell({ id, piece: await drawPicture(task) })
    else
      for await (const piece of drawSheet(task)) {
        if (cancelled.has(id)) return
        tell({ id, piece })
      }
    tell({ id, end: true })
  } catch (error) {
    tell(
      error instanceof TooSmall
        ? { id, minimum: error.minimum }
        : { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    )
  } finally {
    running.delete(id)
    cancelled.delete(id)
  }
}

port.on('message', (order: DrawingOrder) => {
  if (!('cancel' in order)) void draw(order.id, order.task)
  else if (running.has(order.id)) cancelled.add(order.id)
})
