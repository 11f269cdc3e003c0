import type { Caller } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { listVersions } from '../versions/read.ts'

/** Without the plugin or its setting there is no page. */
function panelOf({ ctx }: Base): string | null {
  try {
    return ctx.use('panel').address()
  } catch {
    return null
  }
}

/** Where a person sees the configuration of a device, and how it changed last. */
export async function linksOf(base: Base, deviceId: number, caller: Caller) {
  const { rows } = await listVersions(base, deviceId, { limit: 2, offset: 0 })
  const { ip, name } = await base.ctx.use('devices').named(deviceId, caller)
  const [panel, external] = [panelOf(base), base.ctx.config.oxidized_url]
  const here = `/api/v1/component/backups/${deviceId}`
  const node = encodeURIComponent(name || ip)
  return {
    panel: panel === null ? null : `${panel}/device/${deviceId}`,
    config: `${here}/config`,
    versions: `${here}/versions`,
    diff: rows.length < 2 ? null : `${here}/diff?from=${rows[1]!.id}&to=${rows[0]!.id}`,
    oxidized: external === '' ? null : `${external.replace(/\/+$/, '')}/node/version?node_full=${node}`,
  }
}
