import type { EndedComponent } from './components/component.ts'
import type { Host } from './components/host.ts'
import type { App } from './http/app.ts'

/** Time in which a replaced application may finish its requests, in ms. */
const drainMs = 30_000

const sleep = (ms: number) =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })

/**
 * Applications that were replaced. When the last request of one has its answer, the plugins that only this
 * application had are stopped, and then it is closed.
 */
export interface ReplacedApplications {
  /** @param app null where none was built: only the plugins are stopped */
  retire(app: App | null, ended: readonly EndedComponent[]): void
  /** Waits until all are closed, at most `ms`. */
  done(ms: number): Promise<void>
}

export function createReplacedApplications(
  host: Host,
  log: { error(fields: object, message: string): void },
): ReplacedApplications {
  const leaving = new Set<Promise<void>>()
  const hurry = new AbortController()

  const retire = async (app: App | null, ended: readonly EndedComponent[]): Promise<void> => {
    app?.endSlots(ended.map(({ component }) => component.key))
    const deadline = Date.now() + drainMs
    while (app && app.active() > 0 && Date.now() < deadline && !hurry.signal.aborted) await sleep(20)
    for (const { component, context } of ended) await host.tearDown(component, context, 5_000)
    await app?.close()
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
