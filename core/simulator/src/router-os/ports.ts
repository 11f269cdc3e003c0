import { between, random } from '../random.ts'
import { type DeviceBase, createPort } from '../simulated/base.ts'
import type { Port } from '../simulated/port.ts'
import { macPlus } from '../simulated/values.ts'
import type { Vlan } from '../simulated/vlan.ts'

const common = { alias: '', pvid: 1, tagged: [] as number[], errorRate: 0, fiber: false, lldpPort: 0 }

/** ether1 to ether10 and the SFP+ cage. ether2 to ether10 are in the bridge and carry the served VLANs. */
export function createEther(base: DeviceBase, served: readonly Vlan[]): Port[] {
  const next = random(`${base.seed} router-os`)
  return Array.from({ length: 11 }, (_, n) => {
    const name = n < 10 ? `ether${n + 1}` : 'sfp-sfpplus1'
    const access = n > 0 && n < 10
    return createPort(
      {
        ...common,
        ifIndex: n + 1,
        ...(access && { bridgePort: n }),
        ifName: name,
        ifDescr: name,
        ifType: 6,
        alias: n === 0 ? 'uplink' : '',
        mac: macPlus(base.facts.mac, n),
        speedMbps: n < 10 ? 1000 : 10_000,
        fiber: n === 10,
        tagged: access ? served.map(({ id }) => id) : [],
        kind: n === 10 || n > 7 ? 'dark' : n % 5 === 3 ? 'flapping' : 'steady',
        rates: [between(next, 200_000, 4_000_000), between(next, 20_000, 400_000)],
      },
      name,
      base,
    )
  })
}

/** An interface without a socket on the front. IANAifType: 209 bridge, 135 l2vlan. */
const createVirtual = (
  base: DeviceBase,
  own: { ifIndex: number; ifName: string; ifType: number; alias: string; pvid: number; mac: Buffer },
): Port =>
  createPort(
    { ...common, ...own, ifDescr: own.ifName, speedMbps: 1000, kind: 'steady', rates: [2_000_000, 200_000] },
    own.ifName,
    base,
  )

export const createBridge = (base: DeviceBase, mac: Buffer): Port =>
  createVirtual(base, { ifIndex: 12, ifName: 'bridge1', ifType: 209, alias: '', pvid: 1, mac })

/** One VLAN interface on the bridge for each served VLAN. */
export const createVlanInterfaces = (base: DeviceBase, served: readonly Vlan[], mac: Buffer) =>
  served.map((vlan, n) => ({
    vlan,
    port: createVirtual(base, {
      ifIndex: 13 + n,
      ifName: `vlan${vlan.id}`,
      ifType: 135,
      alias: vlan.name,
      pvid: vlan.id,
      mac,
    }),
    network: `10.${vlan.id % 256}.0.0`,
    address: `10.${vlan.id % 256}.0.1`,
    disabled: false,
  }))
