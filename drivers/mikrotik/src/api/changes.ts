import type { Implementation, RouterOsRow, Session } from '@linecard/driver-kit'
import { change, maintenance, portFor } from '@linecard/driver-kit/builders'
import { parseMac } from '@linecard/driver-kit/codecs'
import { ctrlPortDescr, ctrlPortState } from '@linecard/driver-kit/modules'
import { interfaceMoved } from '@linecard/driver-kit/ports'
import { send } from './send.ts'
import { staticArp } from './static-arp.ts'
import { staticLease } from './static-lease.ts'
import { flagOf } from './values.ts'
import { wrong } from './vlan.ts'

/** The item of an interface in `/interface`. The name of the interface is unique there. */
async function itemOf(
  session: Session,
  wanted: string | number,
): Promise<{ id: string; name: string; now(): Promise<RouterOsRow | null> }> {
  const one = await portFor(session, wanted)
  const { name } = one
  const now = async () => {
    const [row = null] = await session.routerOs.print('/interface', {
      fields: ['.id', 'name', 'mac-address', 'disabled', 'comment'],
      where: { name },
    })
    const mac = row && parseMac(row['mac-address'] ?? '')
    // Another interface may have got the name since SNMP has listed them.
    if (mac !== null && one.mac_address && mac !== one.mac_address)
      throw interfaceMoved(one, `${name} (${mac})`)
    return row
  }
  const id = (await now())?.['.id']
  if (id === undefined) throw wrong('interface', `The RouterOS API has no interface ${JSON.stringify(name)}`)
  return { id, name, now }
}

const portDescr = (): Implementation =>
  change(ctrlPortDescr, async (session, { interface: wanted, description }) => {
    const { id, name, now } = await itemOf(session, wanted)
    return {
      act: () => send(session, '/interface/set', { '.id': id, comment: description.trim() }),
      what: `the description of ${name}`,
      show: text => `"${text}"`,
      wanted: text => text === description.trim(),
      read: async () => (await now())?.['comment'] ?? '',
    }
  })

const portState = (): Implementation =>
  change(ctrlPortState, async (session, { interface: wanted, state }) => {
    const { id, name, now } = await itemOf(session, wanted)
    return {
      act: () => send(session, `/interface/${state}`, { '.id': id }),
      what: `the admin state of ${name}`,
      show: off => (off ? 'disabled' : 'enabled'),
      wanted: off => off === (state === 'disable'),
      read: async () => {
        const row = await now()
        return row && flagOf(row, 'disabled')
      },
    }
  })

/**
 * clear_counters, clear_iface_counters, reboot. There is no save_config because RouterOS saves every change
 * immediately.
 */
const housekeeping = (): Implementation[] =>
  maintenance({
    clear: async session =>
      send(session, '/interface/reset-counters', {
        numbers: (await session.routerOs.print('/interface', { fields: ['.id'] }))
          .map(row => row['.id'])
          .join(','),
      }),
    clearPort: async (session, one) =>
      send(session, '/interface/reset-counters', { numbers: (await itemOf(session, one.id)).id }),
    reboot: session => send(session, '/system/reboot', {}),
  })

/** Changes of RouterOS. The API confirms each change; SNMP confirms cleared counters and restarts. */
export const changes = (): Implementation[] => [
  portDescr(),
  portState(),
  staticArp(),
  staticLease(),
  ...housekeeping(),
]
