import { assemble } from './assemble.ts'
import { loadAll, openFoundation } from './foundation.ts'
import { componentOf, watchProcess } from './late-errors/process.ts'
import type { Running } from './running.ts'
import { StartError } from './start-error.ts'
import { beginStart, type BootOptions } from './start.ts'

/** Rejects when the start is given up. */
const givenUp = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(new StartError('the start was given up'))
    if (signal?.aborted) give()
    signal?.addEventListener('abort', give, { once: true })
  })

/**
 * Starts an installation.
 * @throws StartError for something that a person must correct, or after `signal`; everything that is open is
 *   closed before
 */
export async function boot(options: BootOptions = {}): Promise<Running> {
  const start = beginStart(options)
  const work = async () => {
    const components = await loadAll(start)
    const unwatch = watchProcess({
      ...components,
      charge: components.lateErrors.charge,
      async end(error) {
        start.log.error({ err: error }, 'the service ends: an error that belongs to no plugin or driver')
        await start.stop.run()
      },
    })
    components.installation.threw = (key, error) => {
      const component = componentOf(components.components, key, error)
      if (component) components.lateErrors.note(component, error)
    }
    start.stop.push({ what: 'late errors', ms: 100, run: unwatch })
    const foundation = await openFoundation(start, components)
    return assemble(start, components, foundation)
  }
  try {
    return await Promise.race([work(), givenUp(options.signal)])
  } catch (error) {
    await start.stop.run()
    throw error
  }
}
