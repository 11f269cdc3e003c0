import { DeviceParams, type Routes } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { listDevices } from './list.ts'
import { StatusView } from './schemas.ts'
import { acceptHeld, refuseHeld } from '../versions/decide.ts'
import { deviceShown } from '../versions/shown.ts'

const common = {
  tag: 'backup-tool',
  permission: 'backups_run',
  params: DeviceParams,
  response: StatusView,
  errors: [409],
} as const

/** Decisions of people about configurations that are suspiciously short. */
export function heldRoutes(declare: Routes, backups: Base): void {
  const decision = (
    path: 'accept' | 'refuse',
    summary: string,
    description: string,
    decide: (device: { id: number; model_key: string | null }) => Promise<void>,
  ) =>
    declare.post(
      `/component/backups/:deviceId/held/${path}`,
      { ...common, operationId: `backups.held.${path}`, scope: 'group', summary, description },
      async ({ caller, params }) => {
        const device = await deviceShown(backups, params.deviceId, caller)
        await decide(device)
        const { rows } = await listDevices(backups, caller, { device_id: device.id }, { limit: 1, offset: 0 })
        return rows[0]!
      },
    )
  decision(
    'accept',
    'Stores the configuration that was held back',
    'It becomes the current version, although it is suspiciously short.',
    device => acceptHeld(backups, device),
  )
  decision(
    'refuse',
    'Drops the configuration that was held back',
    'The same text is held back again, and a second reading does not confirm it.',
    ({ id }) => refuseHeld(backups, id),
  )
}
