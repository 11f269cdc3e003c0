import {
  defineDriver,
  defineFamily,
  implement,
  integer,
  mac,
  readTable,
  SnmpType,
  table,
  text,
  type Varbind,
} from '@linecard/driver-kit'
import { fdb, interfacesList, refOf } from '@linecard/driver-kit/modules'
import { constant, createView, startDevice, type Device as Simulated } from '@linecard/simulator'

// A switch of a vendor that does not exist: a table of ports and one of MAC addresses.
const base = '1.3.6.1.4.1.99999.8.1'
const ports = table({ name: text(`${base}.1.2`) })
const addresses = table({
  mac: mac(`${base}.2.2`),
  port: integer(`${base}.2.3`),
  vlan: integer(`${base}.2.4`),
})
/** Column of the FDB that can be made silent. */
export const vlanColumn = `${base}.2.4`

const switches = defineFamily({
  id: 'switch',
  modules: [
    implement(interfacesList, async session =>
      [...(await readTable(session, ports))].map(([index, row]) => ({
        id: Number(index),
        name: row.name ?? `?${index}`,
        type: 'ETH',
        parent: null,
        if_index: Number(index),
      })),
    ),
    implement(fdb, async session => {
      const list = new Map((await session.call(interfacesList, {})).map(one => [one.id, refOf(one)]))
      return [...(await readTable(session, addresses))].flatMap(([, row]) =>
        row.mac === null
          ? []
          : [
              {
                interface: list.get(row.port ?? -1) ?? null,
                mac_address: row.mac,
                vlan_id: row.vlan,
                status: 'LEARNED' as const,
                is_dynamic: true,
              },
            ],
      )
    }),
  ],
})

export const acmeSwitch = defineDriver({
  id: 'acme',
  vendor: 'Acme',
  api: 1,
  models: [
    {
      key: 'acme_sw24',
      name: 'Acme SW24',
      type: 'SWITCH',
      family: switches,
      ports: 24,
      detect: { objectId: '1.3.6.1.4.1.99999.8.24' },
    },
  ],
})

export interface Shown {
  ports: Record<number, string>
  fdb: readonly (readonly [mac: string, port: number, vlan?: number])[]
}

const octets = (oid: string, value: Buffer): Varbind => ({ oid, type: SnmpType.OctetString, value })
const number = (oid: string, value: number): Varbind => ({ oid, type: SnmpType.Integer, value })
const varbinds = ({ ports: names, fdb: rows }: Shown): Varbind[] => [
  ...Object.entries(names).map(([index, name]) => octets(`${base}.1.2.${index}`, Buffer.from(name))),
  ...rows.flatMap(([address, port, vlan = 10], at) => [
    octets(`${base}.2.2.${at + 1}`, Buffer.from(address.replaceAll(':', ''), 'hex')),
    number(`${base}.2.3.${at + 1}`, port),
    number(`${base}.2.4.${at + 1}`, vlan),
  ]),
]

/** A simulated switch whose tables can be changed while it runs. */
export async function startSwitch(
  ip: string,
  shown: Shown,
): Promise<Simulated & { show(next: Shown): void }> {
  let view = createView(varbinds(shown).map(constant))
  const device = await startDevice({
    ip,
    port: 0,
    mib: { view: () => view },
    communities: { read: 'public', write: 'private' },
  })
  return Object.assign(device, {
    show: (next: Shown) => {
      view = createView(varbinds(next).map(constant))
    },
  })
}
