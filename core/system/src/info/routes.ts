import { Type as T } from 'typebox'
import { RawReply, type Context, type Routes } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { createVersionCheck } from './new-version.ts'
import { FrontSettings, Info, NewVersion, UsageView } from './schemas.ts'
import { installationInfo, panelSettings } from './view.ts'

const tag = 'system'

export function infoRoutes(routes: Routes, ctx: Context<Config>): void {
  const installation = ctx.use('installation')

  routes.get(
    '/system/info',
    {
      operationId: 'system.info',
      tag,
      summary: 'Version, uptime, database, processes, and counts by type',
      permission: 'system_info',
      response: Info,
    },
    ({ caller }) => installationInfo(ctx, caller),
  )

  routes.get(
    '/system/usage',
    {
      operationId: 'system.usage',
      tag,
      summary: 'What each component stores, and how much disk space it uses',
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
      tag,
      summary: 'The text of /metrics, for callers with the permission',
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
      tag,
      summary: 'The settings that the web panel needs',
      permission: 'signed-in',
      response: FrontSettings,
    },
    () => panelSettings(ctx),
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
}
