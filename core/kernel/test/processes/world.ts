import { openDatabase } from '../../src/database/index.ts'
import { kernelMigrations } from '../../src/migrations.ts'
import { openProcesses, type KernelProcesses } from '../../src/processes/index.ts'
import { keptLog } from '@linecard/test-kit/worlds/log'

export interface TestProcess extends KernelProcesses {
  end(): Promise<void>
}

/** One process of an installation, with its own connections. */
export async function member(url: string): Promise<TestProcess> {
  const log = keptLog()
  const database = await openDatabase({ url, dataDir: '', entities: [], log })
  await database.migrate('kernel', kernelMigrations)
  const processes = await openProcesses({ database, version: '0.0.0', mode: 'serve', log })
  return {
    ...processes,
    async end() {
      await processes.stop()
      await database.stop()
    },
  }
}

/** A process of its own: `node world.ts <database url>` writes its id and lives until it is ended. */
if (process.argv[1] === import.meta.filename) {
  const { id } = await member(process.argv[2]!)
  process.stdout.write(`${id}\n`)
  setInterval(() => undefined, 60_000)
}
