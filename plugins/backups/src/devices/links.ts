import { visibleDevices } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { groupsOf } from '../current.ts'
import { fullName, nodeOf } from '../names/node.ts'
import { listVersions } from '../versions/read.ts'

/** Where a person sees the configuration of a device, and how it changed last. */
export async function linksOf(base: Base, deviceId: number, caller: Caller) {
  const { rows } = await listVersions(base, deviceId, { limit: 2, offset: 0 })
  const device = await visibleDevices(base.ctx.em(), caller)
    .where('d.id', '=', deviceId)
    .executeTakeFirstOrThrow()
  const group = (await groupsOf(base, [device])).get(device.group_id) ?? null
  const [panel, external] = [base.ctx.find('panel')?.address() ?? null, base.ctx.config.oxidized_url]
  const here = `/api/v1/component/backups/${deviceId}`
  const node = encodeURIComponent(fullName(nodeOf(base.ctx.config, device, group)))
  return {
    panel: panel === null ? null : `${panel}/devices/${deviceId}`,
    config: `${here}/config`,
    versions: `${here}/versions`,
    diff: rows.length < 2 ? null : `${here}/diff?from=${rows[1]!.id}&to=${rows[0]!.id}`,
    oxidized: external === '' ? null : `${external.replace(/\/+$/, '')}/node/version?node_full=${node}`,
  }
}
