import { Type as T } from 'typebox'
import { RawReply, type Context, type Routes, type Caller, type Component } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { createVersionCheck } from './new-version.ts'
import { FrontSettings, Info, NewVersion, UsageView } from './schemas.ts'
import { languages } from '../translations/index.ts'

/** The whole installation, with the counts that the caller may see. */
async function installationInfo(ctx: Context, caller: Caller) {
  const installation = ctx.use('installation')
  const components = installation.components()
  const inState = (state: Component['state']) =>
    components.filter(component => component.state === state).length
  const [database, processes, counts] = await Promise.all([
    installation.database(),
    installation.processes(),
    installation.usage(caller),
  ])
  return {
    version: installation.version,
    node_version: process.version,
    started_at: installation.started_at,
    uptime_sec: Math.round((ctx.clock().getTime() - installation.started_at.getTime()) / 1000),
    components: {
      total: components.length,
      ready: inState('ready') + inState('degraded'),
      failed: inState('failed'),
    },
    database,
    processes,
    counts,
  }
}

function panelSettings({ config, use }: Context<Config>) {
  return {
    version: use('installation').version,
    app_name: config.app_name,
    external_http_address: config.external_http_address,
    default_language: config.default_language,
    languages: [...languages],
    map_coordinates: config.map_coordinates,
    map_tile_layer: config.map_tile_layer,
    logs_return_results_limit: config.logs_return_results_limit,
  }
}

const tag = 'system'

export function infoRoutes(routes: Routes, ctx: Context<Config>): void {
  const installation = ctx.use('installation')

  routes.get(
    '/system/info',
    {
      operationId: 'system.info',
      scope: 'all',
      tag,
      summary: 'Version, uptime, database, processes, and counts by type',
      description:
        'What operators look at first: version, start, database and its size, processes, components and ' +
        'what the inventory holds. Counts are of what the caller sees.',
      permission: 'system_info',
      response: Info,
    },
    ({ caller }) => installationInfo(ctx, caller),
  )

  routes.get(
    '/system/usage',
    {
      operationId: 'system.usage',
      scope: 'all',
      tag,
      summary: 'What each component stores, and how much disk space it uses',
      description:
        'Counts of objects by component, and rows and bytes of its tables. Takes longer than ' +
        '`/system/info` in a large installation.',
      permission: 'system_info',
      response: UsageView,
    },
    async ({ caller }) => {
      const [counts, storage] = await Promise.all([installation.usage(caller), installation.storage()])
      return { counts, storage }
    },
  )

  routes.get(
    '/system/metrics',
    {
      operationId: 'system.metrics',
      scope: 'all',
      tag,
      summary: 'The text of /metrics, for callers with the permission',
      description:
        'In the text format of Prometheus. Scrapers can use `/metrics` instead, which a setting can ' +
        'open without a key.',
      permission: 'system_status',
      response: T.String({ raw: true, contentMediaType: 'text/plain' }),
    },
    async () => {
      const { text, type } = await installation.metrics()
      return new RawReply(text, type)
    },
  )
}

/** What the web panel shows about the installation. */
export function panelRoutes(routes: Routes, ctx: Context<Config>): void {
  const newVersion = createVersionCheck({
    current: ctx.use('installation').version,
    config: ctx.config,
    clock: ctx.clock,
    log: ctx.log,
  })

  routes.get(
    '/system/settings',
    {
      operationId: 'system.settings',
      scope: 'all',
      tag,
      summary: 'The settings that the web panel needs',
      description: 'Name of the installation, languages, map and addresses. Every signed-in user sees them.',
      permission: 'signed-in',
      response: FrontSettings,
    },
    () => panelSettings(ctx),
  )

  routes.get(
    '/system/new-version',
    {
      operationId: 'system.new-version',
      scope: 'all',
      tag,
      summary: 'Whether a newer version is published',
      description:
        'Asks the registry, then remembers its answer for six hours. Without access to it `latest` is ' +
        'null and `error` has the reason.',
      permission: 'system_info',
      response: NewVersion,
    },
    () => newVersion(),
  )
}
