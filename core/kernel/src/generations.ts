import type { App } from './http/app.ts'
import type { Host } from './plugins/host.ts'
import type { Part } from './plugins/part.ts'

/** Longest time an application that was replaced may finish its requests, in ms. */
const drainMs = 30_000

const sleep = (ms: number) =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })

/**
 * Applications that were replaced: each ends when its last request has its answer, and then the plugins that
 * only it had.
 */
export interface Generations {
  retire(app: App, ended: readonly { part: Part; context: unknown }[]): void
  /** Waits until all have ended, at most `ms`. */
  done(ms: number): Promise<void>
}

export function createGenerations(
  host: Host,
  log: { error(fields: object, message: string): void },
): Generations {
  const leaving = new Set<Promise<void>>()
  const hurry = new AbortController()

  const retire = async (app: App, ended: readonly { part: Part; context: unknown }[]): Promise<void> => {
    app.endSlots(ended.map(({ part }) => part.key))
    const deadline = Date.now() + drainMs
    while (app.active() > 0 && Date.now() < deadline && !hurry.signal.aborted) await sleep(20)
    for (const { part, context } of ended) await host.tearDown(part, context, 5_000)
    await app.close()
  }

  return {
    retire(app, ended) {
      const leave = retire(app, ended)
        .catch((error: unknown) => log.error({ err: error }, 'a replaced application did not close'))
        .finally(() => leaving.delete(leave))
      leaving.add(leave)
    },
    async done(ms) {
      const timer = setTimeout(() => hurry.abort(), ms)
      await Promise.all(leaving)
      clearTimeout(timer)
    },
  }
}
