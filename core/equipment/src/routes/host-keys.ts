import { DeviceParams, deviceNamed, type Routes } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import type { Equipping } from '../plugin.ts'
import { HostKey } from '../schemas.ts'

interface Row {
  ip: string
  port: number
  fingerprint: string
  first_seen: Date | string
  refused: string | null
  refused_at: Date | string | null
}

const columns = 'ip, port, fingerprint, first_seen, refused, refused_at'
const keyOf = ({ refused, refused_at, first_seen, ...row }: Row): Static<typeof HostKey> =>
  ({
    ...row,
    first_seen: new Date(first_seen),
    refused: refused === null ? null : { fingerprint: refused, time: new Date(refused_at!) },
  }) as unknown as Static<typeof HostKey>

/** Keys by which devices are known. Whoever forgets one trusts the next that is shown. */
export function hostKeyRoutes(routes: Routes, equipping: Equipping): void {
  const { ctx } = equipping
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
  routes.get(
    '/switcher-core/:deviceId/host-keys',
    {
      ...shared,
      operationId: 'equipment.host-keys.list',
      summary: 'Keys by which the device is known',
      description:
        'The keys of SSH, and of TLS certificates, as they were seen first. A device that shows another one is asked nothing; `refused` tells which and when.',
    },
    async ({ params, caller }) => {
      const { ip } = await deviceNamed(equipping.ctx, params.deviceId, caller)
      return (
        await ctx
          .em()
          .execute<Row[]>(`select ${columns} from equipment_host_key where ip = ? order by port`, [ip])
      ).map(keyOf)
    },
  )
  routes.delete(
    '/switcher-core/:deviceId/host-keys',
    {
      ...shared,
      operationId: 'equipment.host-keys.forget',
      summary: 'Forgets the keys of the device',
      description:
        'The next key that the device shows is trusted: do this when you know why the key has changed. Answers those that were forgotten.',
    },
    async ({ params, caller, note }) => {
      const { ip, deviceId } = await deviceNamed(equipping.ctx, params.deviceId, caller)
      const forgotten = (
        await ctx
          .em()
          .execute<Row[]>(`delete from equipment_host_key where ip = ? returning ${columns}`, [ip])
      ).map(keyOf)
      note({
        action: 'swcore:forget_host_keys',
        device_id: deviceId,
        meta: { forgotten: forgotten.map(({ port, fingerprint }) => `${port} ${fingerprint}`) },
      })
      return forgotten
    },
  )
}
