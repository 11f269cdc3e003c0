import {
  implement,
  type ArgsOf,
  type Implementation,
  type RouterOsRow,
  type RouterOsValues,
  type Session,
} from '@linecard/driver-kit'
import { confirm, type Changed } from '@linecard/driver-kit/builders'
import { parseMac } from '@linecard/driver-kit/codecs'
import { ctrlStaticArp, ctrlStaticLease, dhcpServerInfo } from '@linecard/driver-kit/modules'
import { send } from './send.ts'
import { flagOf, textOf } from './values.ts'
import { vlanInterface, wrong, type OfVlan } from './vlan.ts'

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
interface Entries {
  menu: string
  /** Name of an entry in messages. */
  what: string
  /** Name and value of the property that locates the entry: its interface or its server. */
  place: readonly [name: string, value: string | undefined]
  ip: string
  mac: string | undefined
}

async function find(
  session: Session,
  { menu, place: [name, value], ip, mac }: Entries,
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

const present = (session: Session, entries: Entries) => async (): Promise<boolean> =>
  (await find(session, entries, false)).length > 0

async function remove(session: Session, entries: Entries): Promise<Changed> {
  const {
    menu,
    what,
    ip,
    place: [name],
  } = entries
  const found = await find(session, entries, false)
  if (found.length === 0)
    throw wrong('ip', `The router has no static ${what} of ${ip} that matches the arguments`)
  if (found.length > 1)
    throw wrong(
      'ip',
      `${ip} has ${found.length} static entries (${found.map(row => row[name]).join(', ')}): ` +
        'give the VLAN or the MAC address of one of them',
    )
  return confirm(session, () => send(session, `${menu}/remove`, { '.id': found[0]!['.id'] ?? '' }), {
    what: `the static ${what} of ${ip}`,
    show: there => (there ? 'still there' : 'gone'),
    wanted: there => !there,
    read: present(session, entries),
  })
}

async function add(session: Session, entries: Entries, act: () => Promise<string>): Promise<Changed> {
  const { what, ip } = entries
  // The router refuses a second entry with the same address, so the driver sends nothing if the entry
  // exists.
  const [known] = await find(session, entries, false)
  if (known)
    return {
      accepted: true,
      evidence: `The router has this static ${what} already: ${known['.id'] ?? ''}`,
      verified: true,
    }
  return confirm(session, act, {
    what: `the static ${what} of ${ip}`,
    show: there => (there ? 'there' : 'not there'),
    wanted: there => there,
    read: present(session, entries),
  })
}

const noted = (comment: string | undefined): RouterOsValues =>
  comment === undefined ? {} : { comment: comment.trim() }

export const staticArp = (): Implementation =>
  implement(ctrlStaticArp, async (session, args: ArgsOf<typeof ctrlStaticArp>) => {
    const mac = macOf(args.mac, args.action)
    const on = await vlanInterface(session, args)
    const entries: Entries = {
      menu: '/ip/arp',
      what: 'ARP entry',
      place: ['interface', on],
      ip: args.ip,
      mac,
    }
    if (args.action === 'remove') return remove(session, entries)
    if (on === undefined) throw wrong('vlan_id', 'A new entry needs a VLAN: give vlan_id or vlan_name')
    return add(session, entries, () =>
      send(session, '/ip/arp/add', {
        address: args.ip,
        'mac-address': mac!,
        interface: on,
        ...noted(args.comment),
      }),
    )
  })

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

export const staticLease = (): Implementation =>
  implement(ctrlStaticLease, async (session, args: ArgsOf<typeof ctrlStaticLease>) => {
    const mac = macOf(args.mac, args.action)
    const server = await serverOf(session, args)
    const entries: Entries = {
      menu: '/ip/dhcp-server/lease',
      what: 'DHCP lease',
      place: ['server', server],
      ip: args.ip,
      mac,
    }
    if (args.action === 'remove') return remove(session, entries)
    if (server === undefined)
      throw wrong('dhcp_server', 'A new lease needs a DHCP server: give dhcp_server, vlan_id or vlan_name')
    return add(session, entries, async () => {
      // The router refuses a second lease for the same host, so the dynamic lease becomes static.
      const [held] = await find(session, entries, true)
      const id = held && textOf(held, '.id')
      if (!id)
        return send(session, '/ip/dhcp-server/lease/add', {
          address: args.ip,
          'mac-address': mac!,
          server,
          ...noted(args.comment),
        })
      const madeStatic = await send(session, '/ip/dhcp-server/lease/make-static', { '.id': id })
      if (args.comment === undefined) return madeStatic
      const comment = { '.id': id, ...noted(args.comment) }
      return `${madeStatic}\n${await send(session, '/ip/dhcp-server/lease/set', comment)}`
    })
  })
