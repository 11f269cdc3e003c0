import {
  defineDriver,
  defineFamily,
  implement,
  integer,
  readScalars,
  readTable,
  table,
  text,
} from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  ponOntsSerial,
  ponOntsStatus,
  refOf,
  system,
  type Interface,
} from '@linecard/driver-kit/modules'

// A vendor that does not exist. The indexes of its table change at every reboot; column 2 is stable.
/** OID of an entry of its table. */
export const base = '1.3.6.1.4.1.99999.7.1'
const ports = table({ key: integer(`${base}.2`), name: text(`${base}.3`), parent: integer(`${base}.4`) })
const states = table({
  key: integer(`${base}.2`),
  state: integer(`${base}.5`),
  alias: text(`${base}.6`),
  serial: text(`${base}.7`),
})
export const nameColumn = `${base}.3`
export const stateColumn = `${base}.5`

const interfaceOf = (
  row: { key: number | null; name: string | null; parent: number | null },
  index: string,
): Interface => ({
  id: row.key ?? 0,
  name: row.name ?? `?${index}`,
  type: row.parent ? 'ONU' : 'PON',
  parent: row.parent === 0 ? null : row.parent,
  if_index: Number(index),
})
type Session = Parameters<
  Parameters<typeof implement<typeof interfacesList.args, typeof interfacesList.result>>[1]
>[0]
async function all(session: Session) {
  const list = new Map((await session.call(interfacesList, {})).map(one => [one.id, one]))
  const rows = [...(await readTable(session, states))].map(([, row]) => row)
  return rows.flatMap(row =>
    row.key !== null && list.has(row.key)
      ? [{ ...row, interface: refOf(list.get(row.key)!), onu: list.get(row.key)!.type === 'ONU' }]
      : [],
  )
}

const olt = defineFamily({
  id: 'olt',
  modules: [
    implement(system, async session => {
      const scalars = await readScalars(
        session,
        table({
          descr: text('1.3.6.1.2.1.1.1.0'),
          name: text('1.3.6.1.2.1.1.5.0'),
          location: text('1.3.6.1.2.1.1.6.0'),
        }),
      )
      return {
        ...scalars,
        object_id: null,
        uptime: null,
        uptime_sec: null,
        contact: null,
        mac_addr: '02:00:00:00:00:01',
        serial_num: 'AC-1',
        vendor_name: 'Acme',
        board_software_ver: null,
        board_hardware_ver: null,
        meta: { key: session.model.key, name: session.model.name, type: session.model.type, ports: 2 },
      }
    }),
    implement(interfacesList, async session =>
      [...(await readTable(session, ports))].map(([index, row]) => interfaceOf(row, index)),
    ),
    implement(linkInfo, async session =>
      (await all(session))
        .filter(row => !row.onu)
        .map(row => ({
          interface: row.interface,
          oper_status: row.state === null ? null : row.state === 1 ? 'Up' : 'Down',
          admin_state: 'Enabled',
          nway_status: null,
          speed_mbps: null,
          duplex: null,
          medium_type: null,
          type: row.interface.type,
          description: row.alias,
          connector_present: null,
          address_learning: null,
          last_change: null,
          last_change_sec: null,
          mtu: null,
          mac_address: null,
        })),
    ),
    implement(interfaceDescriptions, async session =>
      (await all(session)).map(row => ({ interface: row.interface, description: row.alias })),
    ),
    implement(ponOntsStatus, async session =>
      (await all(session))
        .filter(row => row.onu)
        .map(row => ({
          interface: row.interface,
          status: row.state === 1 ? 'Online' : row.state === 2 ? 'LOS' : 'Unknown',
          bind_status: null,
          admin_state: 'Enabled',
        })),
    ),
    implement(ponOntsSerial, async session =>
      (await all(session))
        .filter(row => row.onu)
        .map(row => ({ interface: row.interface, serial: row.serial })),
    ),
  ],
})

export const acme = defineDriver({
  id: 'acme',
  vendor: 'Acme',
  api: 1,
  models: [
    {
      key: 'acme_olt2',
      name: 'Acme OLT2',
      type: 'OLT',
      family: olt,
      ports: 2,
      detect: { objectId: '1.3.6.1.4.1.99999.7.2' },
    },
    {
      key: 'acme_olt4',
      name: 'Acme OLT4',
      type: 'OLT',
      family: olt,
      ports: 4,
      detect: { objectId: '1.3.6.1.4.1.99999.7.4' },
    },
  ],
})
