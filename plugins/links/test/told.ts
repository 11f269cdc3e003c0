import { databaseStore } from '@linecard/equipment/library'
import type { Net } from './world.ts'

/** The address of a device. */
export const macOf = (device: number): string => `02:00:00:00:00:${String(device).padStart(2, '0')}`
const refOf = (port: number) => ({
  id: port,
  name: port === 90 ? 'po1' : `1/${port}`,
  type: port === 90 ? 'LACP' : 'ETH',
  parent: null,
  if_index: port,
})

/** Stores what a device has answered, as a poll does. */
export async function told(
  { links }: Net,
  device: number,
  module: string,
  data: unknown,
  { ageHours = 0, complete = true }: { ageHours?: number; complete?: boolean } = {},
): Promise<void> {
  const time = new Date(links.ctx.clock().getTime() - ageHours * 3_600_000)
  await databaseStore(() => links.ctx.em()).write(
    { deviceId: device, module, args: {} },
    { data, time, spentMs: 1, missing: [], complete, answeredBy: ['LLDP-MIB'] },
  )
}

type Heard = readonly [port: number, far: number, farPort: number]

/** The answer of `lldp_info`: on these ports these ports of other devices are heard. */
export const lldpOf = (device: number, heard: readonly Heard[]) => ({
  local: {
    chassis_id: macOf(device),
    sys_name: `sw${device}`,
    ports: [1, 2, 3, 4].map(port => ({ port_id: port, name: `1/${port}`, interface: refOf(port) })),
  },
  remotes: heard.map(([port, far, farPort]) => ({
    loc_interface: refOf(port),
    protocol: 'LLDP',
    loc_port_id: port,
    rem_chassis_id: macOf(far),
    rem_interface: `1/${farPort}`,
    rem_port_descr: `port ${farPort}`,
    rem_name: `sw${far}`,
    rem_descr: 'a switch',
    rem_mgmt_address: `192.0.2.${far}`,
    _rem_port_id: null,
  })),
})

/** The answer of `fdb`: behind a port these devices. */
export const fdbOf = (ports: Readonly<Record<number, readonly number[]>>) =>
  Object.entries(ports).flatMap(([port, behind]) =>
    behind.map(far => ({
      interface: refOf(Number(port)),
      mac_address: macOf(far),
      vlan_id: 1,
      status: 'LEARNED',
      is_dynamic: true,
    })),
  )

/** Links `a/port-b/port`, told by LLDP from both ends. */
export async function tellLinks(
  world: Net,
  devices: readonly number[],
  links: readonly (readonly [a: number, port: number, b: number, port: number])[],
  options: { ageHours?: number } = {},
): Promise<void> {
  for (const device of devices) {
    const heard = links.flatMap(([a, p, b, q]): Heard[] =>
      a === device ? [[p, b, q]] : b === device ? [[q, a, p]] : [],
    )
    await told(world, device, 'lldp_info', lldpOf(device, heard), options)
  }
}
