import { Type as T } from 'typebox'
import { RawReply, type Component, type Context, type Routes } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { languages } from '../translations/index.ts'
import { versionCheck } from './new-version.ts'
import { FrontSettings, Info, NewVersion, UsageView } from './schemas.ts'

const tag = 'system'

export function infoRoutes(routes: Routes, ctx: Context<Config>): void {
  const installation = ctx.use('installation')
  const newVersion = versionCheck({
    current: installation.version,
    config: ctx.config,
    clock: ctx.clock,
    log: ctx.log,
  })

  routes.get(
    '/system/info',
    {
      operationId: 'system.info',
      tag,
      summary: 'Version, uptime, database, processes, and counts by type',
      permission: 'system_info',
      response: Info,
    },
    async ({ caller }) => {
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
        components: { total: components.length, ready: inState('ready'), failed: inState('failed') },
        database,
        processes,
        counts,
      }
    },
  )

  routes.get(
    '/system/usage',
    {
      operationId: 'system.usage',
      tag,
      summary: 'What each component keeps and how much room it takes',
      permission: 'system_info',
      response: UsageView,
    },
    async ({ caller }) => {
      const [counts, storage] = await Promise.all([installation.usage(caller), installation.storage()])
      return { counts, storage }
    },
  )

  routes.get(
    '/system/settings',
    {
      operationId: 'system.settings',
      tag,
      summary: 'What the web panel needs to know',
      permission: 'signed-in',
      response: FrontSettings,
    },
    () => {
      const {
        app_name,
        external_http_address,
        default_language,
        map_coordinates,
        map_tile_layer,
        logs_return_results_limit,
      } = ctx.config
      return {
        version: installation.version,
        app_name,
        external_http_address,
        default_language,
        languages: [...languages],
        map_coordinates,
        map_tile_layer,
        logs_return_results_limit,
      }
    },
  )

  routes.get(
    '/system/new-version',
    {
      operationId: 'system.new-version',
      tag,
      summary: 'Whether a newer version is published',
      permission: 'system_info',
      response: NewVersion,
    },
    () => newVersion(),
  )

  routes.get(
    '/system/metrics',
    {
      operationId: 'system.metrics',
      tag,
      summary: 'The same as /metrics, for whoever has the permission',
      permission: 'system_status',
      response: T.String({ raw: true, contentMediaType: 'text/plain' }),
    },
    async () => {
      const { text, type } = await installation.metrics()
      return new RawReply(text, type)
    },
  )
}
