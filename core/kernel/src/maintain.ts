import type { Config } from './config/schema.ts'
import type { LoadedComponent } from './components/component.ts'
import type { Database } from './database/index.ts'
import { loadAll, openKernelDatabase } from './foundation.ts'
import { beginStart, type BootOptions } from './start.ts'
import { forgetLost, type VaultPlace } from './vault/checked.ts'
import { sealedColumns, type LostText } from './vault/sealed.ts'

/** An installation whose plugins do not run: its config, its packages and its database. */
export interface Maintained {
  config: Config
  components: readonly LoadedComponent[]
  database: Database
  env: NodeJS.ProcessEnv
}

/** Opens an installation without its plugins, does the work, and closes everything. */
export async function maintain<T>(
  options: BootOptions,
  work: (opened: Maintained) => Promise<T>,
): Promise<T> {
  const start = beginStart({ ...options, mode: 'command' })
  try {
    const { components } = await loadAll(start)
    const database = await openKernelDatabase(start, components)
    return await work({ config: start.config, components, database, env: start.env })
  } finally {
    await start.stop.run()
  }
}

const vaultPlace = ({ config, components, database, env }: Maintained): VaultPlace => ({
  em: database.em,
  dataDir: config.data_dir,
  env,
  columns: sealedColumns(components.map(({ plugin }) => plugin)),
})

/**
 * The secrets that cannot be opened because their vault key is lost. With `apply` they are removed for good,
 * so that the service starts again.
 */
export const forgetSecrets = (options: BootOptions, apply: boolean): Promise<LostText[]> =>
  maintain(options, opened => forgetLost(vaultPlace(opened), apply))
