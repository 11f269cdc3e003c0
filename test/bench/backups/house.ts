import { readFileSync } from 'node:fs'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { account, ports, type Bench } from '../cli/switches.ts'
import { startService, type Service } from '../kit/service.ts'

export interface House {
  ask: Service['ask']
  /** MB of the service: now and at most. */
  memory(): { now: number; most: number }
  /** Rows and kB of versions and texts, kB of all tables of the backups, and of the whole database. */
  sizes(): Promise<{
    versions: number
    contents: number
    keptKB: number
    backupsKB: number
    databaseKB: number
  }>
  stop(): Promise<void>
}

/** The service as a process of its own, with these devices in its inventory. */
export async function startHouse(devices: readonly Bench[], atOnce: number): Promise<House> {
  const database = await createDatabase()
  const { ask, pid, stop } = await startService({
    databaseUrl: database.url,
    drivers: ['cisco', 'dlink', 'eltex', 'generic', 'huawei'],
    plugins: ['backups'],
    settings: {
      identity: { rate_limiter_enabled: false },
      backups: { on_by_default: false, at_once: atOnce },
    },
  })
  const connection = { snmp_port: ports.snmp, console_connection_type: 'ssh', console_port: ports.ssh }
  const { id: access_id } = await ask<{ id: number }>('POST', '/device-access', {
    name: 'bench',
    public_community: 'public',
    ...account,
    params: { sw_core_connection: connection },
  })
  const models = await ask<{ id: number; key: string }[]>('GET', '/device-model')
  for (const { ip, modelKey } of devices) {
    const model = models.find(one => one.key === modelKey)!
    await ask('POST', '/device', { ip, name: `bench-${ip}`, access_id, model_id: model.id })
  }
  const kB = (name: string) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  }
  return {
    ask,
    memory: () => ({ now: kB('VmRSS'), most: kB('VmHWM') }),
    async sizes() {
      const { rows } = await database.admin.query<Awaited<ReturnType<House['sizes']>>>(
        `select (select count(*)::int from backups_version) as versions,
          (select count(*)::int from backups_content) as contents,
          (select (sum(pg_total_relation_size(oid)) / 1024)::int from pg_class
            where relname in ('backups_version', 'backups_content')) as "keptKB",
          (select (sum(pg_total_relation_size(oid)) / 1024)::int from pg_class
            where relname like 'backups\\_%' and relkind = 'r') as "backupsKB",
          (pg_database_size(current_database()) / 1024)::int as "databaseKB"`,
      )
      return rows[0]!
    },
    async stop() {
      await stop()
      await database.drop()
    },
  }
}
