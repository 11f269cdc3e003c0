import type { ArgsOf, Implementation, Session } from '@linecard/driver-kit'
import { change } from '@linecard/driver-kit/builders'
import { ctrlStaticLease, dhcpServerInfo } from '@linecard/driver-kit/modules'
import { send } from './send.ts'
import { addition, commentOf, findEntries, macOf, removal, type StaticEntries } from './static-entries.ts'
import { textOf } from './values.ts'
import { vlanInterface, wrong, type OfVlan } from './vlan.ts'

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
export const staticLease = (): Implementation =>
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
