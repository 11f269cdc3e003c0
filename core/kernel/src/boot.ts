import { assemble } from './assemble.ts'
import { loadAll, openFoundation } from './foundation.ts'
import type { Running } from './running.ts'
import { beginStart, type BootOptions } from './start.ts'

/**
 * Starts an installation.
 * @throws StartError for something that a person must correct; everything that is open is closed before
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
