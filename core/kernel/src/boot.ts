import { assemble } from './assemble.ts'
import { loadAll, openFoundation } from './foundation.ts'
import type { Running } from './running.ts'
import { beginStart, type BootOptions } from './start.ts'

/**
 * Starts an installation.
 * @throws StartError for what a person must correct; what was already open is closed again
 */
export async function boot(options: BootOptions = {}): Promise<Running> {
  const start = beginStart(options)
  try {
    const components = await loadAll(start)
    const foundation = await openFoundation(start, components)
    return await assemble(start, components, foundation)
  } catch (error) {
    await start.stop.run()
    throw error
  }
}
