import { MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql'
import { readDates } from '@linecard/plugin-kit/sql'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { EquipmentCall } from '../src/entities/call.ts'
import { migrations } from '../src/migrations/index.ts'

/** A new database for one test file, with this plugin's tables and an entity manager on it. */
export async function openTables(): Promise<{ em(): SqlEntityManager; close(): Promise<void> }> {
  const database = await createDatabase()
  const orm = await MikroORM.init({
    clientUrl: database.url,
    entities: [EquipmentCall],
    driverOptions: { onPoolCreated: readDates },
  })
  for (const { up } of migrations) await orm.em.getConnection().executeDump(up)
  return {
    em: () => orm.em.fork(),
    async close() {
      for (const { down } of migrations.toReversed()) await orm.em.getConnection().executeDump(down)
      await orm.close()
      await database.drop()
    },
  }
}
