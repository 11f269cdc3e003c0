import { tmpdir } from 'node:os'
import { loadAll, openKernelDatabase } from '../../kernel/src/foundation.ts'
import { openQueue } from '../../kernel/src/jobs/queue.ts'
import { beginStart } from '../../kernel/src/start.ts'
import type { Model } from './database.ts'
import { keptLog } from './log.ts'

/** Makes the tables of the kernel, of its job queue and of all plugins in an empty database, and no row. */
async function migrateAll(config: object): Promise<void> {
  const start = beginStart({ config, env: {}, mode: 'command', logTo: { write() {} } })
  try {
    const { components } = await loadAll(start)
    const database = await openKernelDatabase(start, components)
    for (const { plugin } of components)
      if (plugin?.migrations) await database.migrate(plugin.id, plugin.migrations)
    const queue = openQueue({
      url: database.url,
      log: keptLog(),
      logFailure(error) {
        throw error
      },
      serve: false,
    })
    await queue.start()
    await queue.stop({ graceful: false })
  } finally {
    await start.stop.run()
  }
}

/** The tables of an installation with these packages beside the core. */
export const tablesOf = (
  name: string,
  packages: { drivers?: readonly string[]; plugins?: readonly string[] },
): Model => ({ name, make: url => migrateAll({ data_dir: tmpdir(), database: { url }, ...packages }) })

export const coreTables = tablesOf('core', {})
