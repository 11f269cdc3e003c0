import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { startLinecard } from '../../support/command.ts'
import { adminPassword } from '../../support/installation.ts'
import { account, ports, type Bench } from '../cli/switches.ts'

export interface House {
  ask<T>(method: string, path: string, body?: object): Promise<T>
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

const drivers = ['cisco', 'dlink', 'eltex', 'generic', 'huawei'].map(id => `@linecard/driver-${id}`)

/** The service as a process of its own, with these devices in its inventory. */
export async function startHouse(devices: readonly Bench[], atOnce: number): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-backups-'))
  const database = await createDatabase()
  const children: ChildProcess[] = []
  const config = {
    data_dir: join(folder, 'data'),
    http: { host: '127.0.0.1', port: 0 },
    database: { url: database.url },
    drivers,
    plugins: ['@linecard/plugin-backups'],
    settings: {
      equipment: { networks: ['127.0.0.0/8'], allow_loopback: true },
      identity: { rate_limiter_enabled: false },
      system: { new_version_check: false },
      backups: { on_by_default: false, at_once: atOnce },
    },
  }
  await writeFile(join(folder, 'linecard.json'), JSON.stringify(config))
  const service = await startLinecard(join(folder, 'linecard.json'), children, {
    LINECARD_ADMIN_PASSWORD: adminPassword,
  })
  let key = ''
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'x-auth-key': key }) },
    })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${text}`)
    return (JSON.parse(text) as { data: T }).data
  }
  ;({ key } = await ask<{ key: string }>('POST', '/auth', { login: 'admin', password: adminPassword }))
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
    const status = readFileSync(`/proc/${children[0]!.pid}/status`, 'utf8')
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
      for (const child of children) child.kill('SIGKILL')
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
