import type { Caller, Component, Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { languages } from '../translations/index.ts'

/** The whole installation, with the counts that the caller may see. */
export async function installationInfo(ctx: Context, caller: Caller) {
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

export function panelSettings({ config, use }: Context<Config>) {
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
