import type { ChildProcess } from 'node:child_process'
import type { Metrics } from '../http/metrics.ts'
import type { Start } from '../start.ts'

/** A worker that does not answer for so long is left out of the page, in ms. */
const waitMs = 1_000

const question = 'linecard.metrics'
interface Answer {
  about: typeof question
  text: string
}
const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'about' in message && message.about === question

/** A worker that a service has started tells it its metrics when asked. */
export function tellFigures({ mode, log, stop }: Start, metrics: Pick<Metrics, 'text'>): void {
  if (mode !== 'worker' || !process.send) return
  const tell = (message: unknown) => {
    if (message !== question) return
    metrics.text().then(
      // The service may be gone: then the worker ends too.
      text => process.send?.({ about: question, text } satisfies Answer, () => {}),
      (error: unknown) => log.error({ err: error }, 'the metrics of the worker failed'),
    )
  }
  process.on('message', tell)
  stop.push({ what: 'metrics for the service', ms: 100, run: () => void process.off('message', tell) })
}

/** The metrics of a worker; null: it does not answer. */
export function askFigures(child: ChildProcess): Promise<string | null> {
  return new Promise(resolve => {
    const end = (text: string | null) => {
      clearTimeout(timer)
      child.off('message', hear)
      child.off('exit', gone)
      resolve(text)
    }
    const hear = (message: unknown) => {
      if (isAnswer(message)) end(message.text)
    }
    const gone = () => end(null)
    const timer = setTimeout(gone, waitMs)
    child.on('message', hear)
    child.once('exit', gone)
    if (!child.connected) return gone()
    child.send(question, error => {
      if (error) gone()
    })
  })
}
