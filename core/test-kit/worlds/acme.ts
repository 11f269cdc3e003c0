import {
  defineDriver,
  defineFamily,
  implement,
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
  system,
} from '@linecard/driver-kit/modules'
import { all, interfaceOf, ports } from './acme-table.ts'

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
