import { MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql'
import { readDates } from '@linecard/plugin-kit/sql'
import { EquipmentCall } from '../src/entities/call.ts'
import { migrations } from '../src/migrations/index.ts'

const server = 'postgres://postgres@127.0.0.1:5432'

/** A new database for one test file. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `equipment_${process.pid}_${Date.now()}`
  const admin = async (sql: string) => {
    const orm = await MikroORM.init({ clientUrl: `${server}/postgres`, entities: [EquipmentCall] })
    await orm.em.execute(sql)
    await orm.close()
  }
  await admin(`create database ${name}`)
  return { url: `${server}/${name}`, drop: () => admin(`drop database if exists ${name} with (force)`) }
}

/** The same with this plugin's tables and an entity manager on it. */
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
