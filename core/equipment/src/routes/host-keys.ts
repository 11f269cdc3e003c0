import { DeviceParams, deviceNamed, type Routes } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { HostKey } from '../schemas.ts'
import type { EquipmentContext } from '../setup.ts'
import { tables } from '../tables.ts'

const columns = ['ip', 'port', 'fingerprint', 'first_seen', 'refused', 'refused_at'] as const

interface Row {
  ip: string
  port: number
  fingerprint: string
  first_seen: Date
  refused: string | null
  refused_at: Date | null
}

const hostKeyOf = ({ refused, refused_at, ...row }: Row): Static<typeof HostKey> => ({
  ...row,
  refused: refused === null || refused_at === null ? null : { fingerprint: refused, time: refused_at },
})

const shared = {
  tag: 'switcher-core',
  permission: 'device_access_management',
  params: DeviceParams,
  response: T.Array(HostKey),
  example: [
    {
      ip: '192.0.2.10',
      port: 22,
      fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDAYtHcTDfBhtaOP1o',
      first_seen: '2026-01-01T00:00:00.000Z',
      refused: null,
    },
  ],
}

/** The pinned keys of devices. After one is forgotten, the next key that the device shows is trusted. */
export function hostKeyRoutes(routes: Routes, { ctx }: EquipmentContext): void {
  routes.get(
    '/switcher-core/:deviceId/host-keys',
    {
      ...shared,
      operationId: 'equipment.host-keys.list',
      scope: 'group',
      summary: 'SSH and TLS keys of the device',
      description:
        'The keys of SSH servers and of TLS certificates that were seen first. A device that shows ' +
        'another key is not asked (502 with `DEVICE_HOST_KEY_CHANGED`); `refused` shows this key and ' +
        'its time.',
    },
    async ({ params, caller }) => {
      const { ip } = await deviceNamed(ctx, params.deviceId, caller)
      const rows = await tables(ctx.em())
        .selectFrom('equipment_host_key')
        .select(columns)
        .where('ip', '=', ip)
        .orderBy('port')
        .execute()
      return rows.map(hostKeyOf)
    },
  )
  routes.delete(
    '/switcher-core/:deviceId/host-keys',
    {
      ...shared,
      operationId: 'equipment.host-keys.forget',
      scope: 'group',
      summary: 'Forgets the keys of the device',
      description:
        'The next key that the device shows is trusted. ' +
        'Do this only when you know why the key has changed. Gives the forgotten keys.',
    },
    async ({ params, caller, note }) => {
      const { ip, deviceId } = await deviceNamed(ctx, params.deviceId, caller)
      const rows = await tables(ctx.em())
        .deleteFrom('equipment_host_key')
        .where('ip', '=', ip)
        .returning(columns)
        .execute()
      const forgotten = rows.map(hostKeyOf)
      note({
        action: 'swcore:forget_host_keys',
        device_id: deviceId,
        meta: { forgotten: forgotten.map(({ port, fingerprint }) => `${port} ${fingerprint}`) },
      })
      return forgotten
    },
  )
}
