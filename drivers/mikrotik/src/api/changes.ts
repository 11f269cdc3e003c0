import type { Implementation, RouterOsRow, Session, ArgsOf, RouterOsValues } from '@linecard/driver-kit'
import { change, maintenance, portFor, type Change } from '@linecard/driver-kit/builders'
import { parseMac } from '@linecard/driver-kit/codecs'
import {
  ctrlPortDescr,
  ctrlPortState,
  ctrlStaticArp,
  ctrlStaticLease,
  dhcpServerInfo,
} from '@linecard/driver-kit/modules'
import { interfaceMoved } from '@linecard/driver-kit/ports'
import { flagOf, textOf } from './values.ts'
import { wrong, vlanInterface, type OfVlan } from './vlan.ts'

/**
 * Sends a change and returns the command and the answer as evidence. Each value is shown as it was sent, as
 * one word.
 */
async function send(session: Session, command: string, values: RouterOsValues): Promise<string> {
  const made = await session.routerOs.change(command, values)
  const words = Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`)
    .join(' ')
  return `${command}${words && ` ${words}`}${made === null ? '' : ` gave ${made}`}`
}

/**
 * The MAC address of an entry. Only a removal may leave it out.
 * @throws DeviceError BadArgument for other text
 */
const macOf = (given: string | undefined, action: string): string | undefined => {
  if (given === undefined) {
    if (action === 'add') throw wrong('mac', 'A new entry needs a MAC address: give mac')
    return undefined
  }
  const mac = parseMac(given)
  if (mac === null) throw wrong('mac', `"${given}" is not a MAC address: give 12 hexadecimal digits`)
  return mac
}

/** A menu of static entries by address: ARP, DHCP leases. */
interface StaticEntries {
  menu: string
  /** Name of an entry in messages. */
  what: string
  /** Name and value of the property that locates the entry: its interface or its server. */
  place: readonly [name: string, value: string | undefined]
  ip: string
  mac: string | undefined
}

/** The entries of the menu that match, static or dynamic. */
async function findEntries(
  session: Session,
  { menu, place: [name, value], ip, mac }: StaticEntries,
  dynamic: boolean,
): Promise<RouterOsRow[]> {
  const rows = await session.routerOs.print(menu, { where: { address: ip } })
  return rows.filter(
    row =>
      (flagOf(row, 'dynamic') === true) === dynamic &&
      (value === undefined || row[name] === value) &&
      (mac === undefined || parseMac(row['mac-address'] ?? '') === mac),
  )
}

const present = (session: Session, entries: StaticEntries) => async (): Promise<boolean> =>
  (await findEntries(session, entries, false)).length > 0

/** Removes the one static entry that matches. */
function removal(session: Session, entries: StaticEntries): Change<boolean> {
  const {
    menu,
    what,
    ip,
    place: [name],
  } = entries
  let id = ''
  return {
    async before() {
      const found = await findEntries(session, entries, false)
      if (found.length === 0)
        throw wrong('ip', `The router has no static ${what} of ${ip} that matches the arguments`)
      if (found.length > 1)
        throw wrong(
          'ip',
          `${ip} has ${found.length} static entries (${found.map(row => row[name]).join(', ')}): ` +
            'give the VLAN or the MAC address of one of them',
        )
      id = found[0]!['.id'] ?? ''
      return null
    },
    act: () => send(session, `${menu}/remove`, { '.id': id }),
    what: `the static ${what} of ${ip}`,
    show: there => (there ? 'still there' : 'gone'),
    wanted: there => !there,
    read: present(session, entries),
  }
}

/** Adds an entry with `act`, unless the router has it already. */
const addition = (session: Session, entries: StaticEntries, act: () => Promise<string>): Change<boolean> => ({
  async before() {
    // The router refuses a second entry with the same address, so the driver sends nothing if the entry
    // exists.
    const [known] = await findEntries(session, entries, false)
    if (!known) return null
    return {
      accepted: true,
      evidence: `The router has this static ${entries.what} already: ${known['.id'] ?? ''}`,
      verified: true,
    }
  },
  act,
  what: `the static ${entries.what} of ${entries.ip}`,
  show: there => (there ? 'there' : 'not there'),
  wanted: there => there,
  read: present(session, entries),
})

/** The comment as a property of the entry. */
const commentOf = (comment: string | undefined): RouterOsValues =>
  comment === undefined ? {} : { comment: comment.trim() }

/** The requested server: by its name, or the server of the VLAN. */
async function serverOf(
  session: Session,
  { dhcp_server: name, ...vlan }: OfVlan & { dhcp_server?: string | undefined },
): Promise<string | undefined> {
  const on = await vlanInterface(session, vlan)
  if (name === undefined && on === undefined) return undefined
  const found = (await session.call(dhcpServerInfo, {})).filter(
    server => (name === undefined || server.name === name) && (on === undefined || server.interface === on),
  )
  if (found.length === 1) return found[0]!.name
  throw wrong(
    name === undefined ? 'vlan_id' : 'dhcp_server',
    found.length === 0
      ? `The router has no DHCP server ${name === undefined ? `on ${on}` : JSON.stringify(name)}`
      : `${on} has ${found.length} DHCP servers: give the name of one in dhcp_server`,
  )
}

/** ctrl_static_lease: static entries of `/ip/dhcp-server/lease`. */
const staticLease = (): Implementation =>
  change(ctrlStaticLease, async (session, args: ArgsOf<typeof ctrlStaticLease>) => {
    const mac = macOf(args.mac, args.action)
    const server = await serverOf(session, args)
    const entries: StaticEntries = {
      menu: '/ip/dhcp-server/lease',
      what: 'DHCP lease',
      place: ['server', server],
      ip: args.ip,
      mac,
    }
    if (args.action === 'remove') return removal(session, entries)
    if (server === undefined)
      throw wrong('dhcp_server', 'A new lease needs a DHCP server: give dhcp_server, vlan_id or vlan_name')
    return addition(session, entries, async () => {
      // The router refuses a second lease for the same host, so the dynamic lease becomes static.
      const [held] = await findEntries(session, entries, true)
      const id = held && textOf(held, '.id')
      if (!id)
        return send(session, '/ip/dhcp-server/lease/add', {
          address: args.ip,
          'mac-address': mac!,
          server,
          ...commentOf(args.comment),
        })
      const madeStatic = await send(session, '/ip/dhcp-server/lease/make-static', { '.id': id })
      if (args.comment === undefined) return madeStatic
      const comment = { '.id': id, ...commentOf(args.comment) }
      return `${madeStatic}\n${await send(session, '/ip/dhcp-server/lease/set', comment)}`
    })
  })

/** ctrl_static_arp: static entries of `/ip/arp`. */
const staticArp = (): Implementation =>
  change(ctrlStaticArp, async (session, args: ArgsOf<typeof ctrlStaticArp>) => {
    const mac = macOf(args.mac, args.action)
    const on = await vlanInterface(session, args)
    const entries: StaticEntries = {
      menu: '/ip/arp',
      what: 'ARP entry',
      place: ['interface', on],
      ip: args.ip,
      mac,
    }
    if (args.action === 'remove') return removal(session, entries)
    if (on === undefined) throw wrong('vlan_id', 'A new entry needs a VLAN: give vlan_id or vlan_name')
    return addition(session, entries, () =>
      send(session, '/ip/arp/add', {
        address: args.ip,
        'mac-address': mac!,
        interface: on,
        ...commentOf(args.comment),
      }),
    )
  })

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
