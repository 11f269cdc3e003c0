import {
  type Caller,
  type Installation,
  type Logger,
  type Usage,
  listErrors,
  type ErrorTable,
  type Language,
  type Plugin,
  type Texts,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { descriptionOf } from './components/component.ts'
import type { Host } from './components/host.ts'
import { permissionsOf } from './components/permissions.ts'
import { boundChannels } from './components/channels.ts'
import { boundConditions, boundRules } from './components/conditions.ts'
import { boundKeeps, boundPollers, placeSources, searchSources } from './components/sources.ts'
import type { Switchboard } from './components/switchboard.ts'
import type { Database } from './database/index.ts'
import { processesOf } from './database/process.ts'
import type { Metrics } from './http/metrics.ts'
import { tables } from './tables.ts'
import { withTimeLimit } from './time-limit.ts'
import { deviceErrorKinds, type DeviceErrorKind } from '@linecard/driver-kit'
import { kernelErrors } from './errors.ts'
import { describeField, fieldsOf } from './settings/field.ts'
import { vaultErrors } from './vault/index.ts'

/** The kinds of errors of devices. The message of each error says what happened. */
const deviceTitles: Readonly<Record<DeviceErrorKind, string>> = {
  DeviceUnreachable: 'The device cannot be reached',
  DeviceTimeout: 'The device did not answer in time',
  DeviceBusy: 'The device is busy with a change',
  AuthFailed: 'The device refused the credentials',
  SessionLost: 'The connection to the device was lost',
  NoPrompt: 'The command line of the device gave no prompt',
  HostKeyChanged: 'The SSH key of the device has changed',
  OutcomeUnknown: 'Nobody knows whether the device was changed: verify it',
  CommandRejected: 'The device rejected a command',
  NotApplied: 'The device accepted a change but did not make it',
  ParseFailed: 'The answer of the device cannot be understood',
  Unsupported: 'The model does not support this',
  Conflict: 'It exists on the device already',
  InterfaceMoved: 'Another port stands where the caller saw it',
  BadArgument: 'An argument does not fit this device',
}

type Pairs = [key: string, text: string][]

const errorTexts = (table: ErrorTable): Pairs =>
  Object.entries(table).map(([code, { message }]) => [`error.${code}`, message])

function pluginTexts(plugin: Plugin): Pairs {
  const permissions = Object.entries(plugin.permissions ?? {}).flatMap(
    ([key, { label, description, group }]): Pairs => [
      [`permission.${key}.label`, label],
      [`permission.${key}.description`, description],
      [`group.${group}`, group],
    ],
  )
  const settings = fieldsOf(plugin.config).flatMap(([key, property]): Pairs => {
    const { title, hint } = describeField(key, property)
    return [
      [`setting.${plugin.id}.${key}.title`, title],
      ...(hint === null ? [] : [[`setting.${plugin.id}.${key}.hint`, hint] as [string, string]]),
    ]
  })
  return [...permissions, ...settings, ...errorTexts(plugin.errors ?? {})]
}

/** All texts of the kernel and of these plugins that people read. */
function textsOf(plugins: readonly Plugin[]): Texts {
  const kernel = [
    ...errorTexts({ ...kernelErrors, ...listErrors, ...vaultErrors }),
    ...Object.entries(deviceErrorKinds).map(([kind, { code }]): [string, string] => [
      `error.${code}`,
      deviceTitles[kind as DeviceErrorKind],
    ]),
  ]
  const translated = (language: Language) =>
    Object.assign({}, ...plugins.map(plugin => plugin.translations?.[language])) as Record<string, string>
  return {
    en: Object.fromEntries([...kernel, ...plugins.flatMap(pluginTexts)]),
    translations: { uk: translated('uk'), ru: translated('ru') },
  }
}

export interface InstallationOptions {
  version: string
  host: Host
  switchboard: Switchboard
  database: Database
  metrics: Metrics
  log: Logger
}

/** Longest time in which a component counts its usage, in ms. */
const maxUsageMs = 5_000

interface TableSize {
  schema: string
  name: string
  rows: number
  bytes: number
}

/** Sizes of all tables, from the catalogue of PostgreSQL. Numbers of rows are those of its last analysis. */
const tableSizes = sql<TableSize>`
  select n.nspname as schema, c.relname as name, greatest(c.reltuples, 0)::float8 as rows,
    pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

const databaseSize = sql<{ version: string; size: number }>`
  select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size`

/** Adds the sizes up by component. Tables have the name of their component; the others are the kernel's. */
function sizesByComponent(sizes: readonly TableSize[], keys: readonly string[]) {
  const ownerOf = ({ schema, name }: TableSize) =>
    (schema === 'pgboss' ? undefined : keys.find(key => name.startsWith(`${key.replaceAll('-', '_')}_`))) ??
    'kernel'
  const sums = new Map<string, { component: string; tables: number; rows: number; bytes: number }>()
  for (const size of sizes) {
    const component = ownerOf(size)
    const sum = sums.get(component) ?? { component, tables: 0, rows: 0, bytes: 0 }
    sums.set(component, {
      component,
      tables: sum.tables + 1,
      rows: sum.rows + size.rows,
      bytes: sum.bytes + size.bytes,
    })
  }
  return [...sums.values()].toSorted((a, b) => b.bytes - a.bytes)
}

/** Usage of all running components. Null for a component that fails or takes too long. */
async function usageOf(host: Host, caller: Caller, log: Logger): Promise<Record<string, Usage | null>> {
  const all = host
    .ready()
    .filter(({ plugin }) => plugin!.usage)
    .map(async ({ key, plugin, context }) => {
      const counting = Promise.resolve().then(() => plugin!.usage!(context as never, caller))
      const counted = withTimeLimit(maxUsageMs, 'usage', counting)
      const usage = await counted.catch((error: unknown) => {
        log.warn({ err: error, component: key }, 'a component could not count its usage')
        return null
      })
      return [key, usage] as const
    })
  return Object.fromEntries(await Promise.all(all))
}

/** The service with which plugins read and control the installation. */
export function createInstallation(options: InstallationOptions): Installation {
  const { version, host, switchboard, database, metrics, log } = options
  const startedAt = new Date()
  const db = () => tables(database.em())

  return {
    version,
    started_at: startedAt,
    components: () => host.components.map(descriptionOf),
    processes: () => processesOf(database.em()),
    async database() {
      const { version: server, size } = (await databaseSize.execute(db())).rows[0]!
      return { version: server, size_bytes: size, embedded: database.embedded }
    },
    usage: caller => usageOf(host, caller, log),
    async storage() {
      const { rows } = await tableSizes.execute(db())
      return sizesByComponent(
        rows,
        host.components.filter(({ plugin }) => plugin).map(({ key }) => key),
      )
    },
    texts: () => textsOf(host.components.flatMap(one => (one.plugin && one.enabled ? [one.plugin] : []))),
    searchSources: () => searchSources(host.ready()),
    pollers: () => boundPollers(host.ready()),
    keeps: () => boundKeeps(host.ready()),
    conditions: () => boundConditions(host.ready()),
    rules: () => boundRules(host.ready()),
    channels: () => boundChannels(host.ready()),
    placeSources: () => placeSources(host.ready()),
    metrics: async () => ({ text: await metrics.text(), type: metrics.contentType }),
    permissions: () => permissionsOf(host.components.filter(({ enabled }) => enabled)),
    assertEnabled: switchboard.assertEnabled,
    setEnabled: switchboard.setEnabled,
  }
}
