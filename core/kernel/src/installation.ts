import type { Caller, Component, Installation, Logger, Usage } from '@linecard/plugin-kit'
import type { Database } from './database/index.ts'
import { processesOf } from './database/process.ts'
import type { Metrics } from './http/metrics.ts'
import type { Host } from './plugins/host.ts'
import { permissionsOf } from './plugins/permissions.ts'
import { placeSources, searchSources } from './plugins/sources.ts'
import type { Switchboard } from './plugins/switch.ts'
import { textsOf } from './texts.ts'
import { within } from './within.ts'

export interface InstallationParts {
  version: string
  host: Host
  switchboard: Switchboard
  database: Database
  metrics: Metrics
  components(): Component[]
  log: Logger
}

/** Longest time a component may count, in ms. */
const usageMs = 5_000

/** Tables are named after their component; those of pg-boss and of MikroORM belong to the kernel. */
const storageSql = `
  select n.nspname as schema, c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

/** The service by which plugins see and steer the whole. */
export function createInstallation({
  version,
  host,
  switchboard,
  database,
  metrics,
  components,
  log,
}: InstallationParts): Installation {
  const startedAt = new Date()

  const usageOf = async (caller: Caller): Promise<Record<string, Usage | null>> =>
    Object.fromEntries(
      await Promise.all(
        host
          .ready()
          .filter(part => part.plugin!.usage)
          .map(async part => {
            const counted = within(usageMs, 'usage', part.plugin!.usage!(part.context as never, caller))
            return [
              part.key,
              await counted.catch((error: unknown) => {
                log.warn({ err: error, component: part.key }, 'a component could not say what it keeps')
                return null
              }),
            ] as const
          }),
      ),
    )

  return {
    version,
    started_at: startedAt,
    components,
    processes: () => processesOf(database.em()),
    async database() {
      const [row] = await database
        .em()
        .execute<{ version: string; size: number }[]>(
          `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size`,
        )
      return { version: row!.version, size_bytes: row!.size, embedded: database.embedded }
    },
    usage: usageOf,
    async storage() {
      const rows = await database
        .em()
        .execute<{ schema: string; name: string; rows: number; bytes: number }[]>(storageSql)
      const keys = host.parts.filter(part => part.plugin).map(({ key }) => key)
      const ownerOf = (schema: string, name: string) =>
        (schema === 'pgboss'
          ? undefined
          : keys.find(key => name.startsWith(`${key.replaceAll('-', '_')}_`))) ?? 'kernel'
      const sums = new Map<string, { component: string; tables: number; rows: number; bytes: number }>()
      for (const { schema, name, ...size } of rows) {
        const component = ownerOf(schema, name)
        const sum = sums.get(component) ?? { component, tables: 0, rows: 0, bytes: 0 }
        sums.set(component, {
          component,
          tables: sum.tables + 1,
          rows: sum.rows + size.rows,
          bytes: sum.bytes + size.bytes,
        })
      }
      return [...sums.values()].toSorted((a, b) => b.bytes - a.bytes)
    },
    texts: () => textsOf(host.parts.flatMap(part => (part.plugin && part.enabled ? [part.plugin] : []))),
    searchSources: () => searchSources(host.ready()),
    placeSources: () => placeSources(host.ready()),
    metrics: async () => ({ text: await metrics.text(), type: metrics.contentType }),
    permissions: () => permissionsOf(host.parts.filter(part => part.enabled)),
    assertEnabled: switchboard.assertEnabled,
    setEnabled: switchboard.setEnabled,
  }
}
