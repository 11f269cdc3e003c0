import type { RouterOsRow, RouterOsValues, Session } from '@linecard/driver-kit'
import type { Change } from '@linecard/driver-kit/builders'
import { parseMac } from '@linecard/driver-kit/codecs'
import { send } from './send.ts'
import { flagOf } from './values.ts'
import { wrong } from './vlan.ts'

/**
 * The MAC address of an entry. Only a removal may leave it out.
 * @throws DeviceError BadArgument for other text
 */
export const macOf = (given: string | undefined, action: string): string | undefined => {
  if (given === undefined) {
    if (action === 'add') throw wrong('mac', 'A new entry needs a MAC address: give mac')
    return undefined
  }
  const mac = parseMac(given)
  if (mac === null) throw wrong('mac', `"${given}" is not a MAC address: give 12 hexadecimal digits`)
  return mac
}

/** A menu of static entries by address: ARP, DHCP leases. */
export interface StaticEntries {
  menu: string
  /** Name of an entry in messages. */
  what: string
  /** Name and value of the property that locates the entry: its interface or its server. */
  place: readonly [name: string, value: string | undefined]
  ip: string
  mac: string | undefined
}

/** The entries of the menu that match, static or dynamic. */
export async function findEntries(
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
export function removal(session: Session, entries: StaticEntries): Change<boolean> {
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
export const addition = (
  session: Session,
  entries: StaticEntries,
  act: () => Promise<string>,
): Change<boolean> => ({
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
export const commentOf = (comment: string | undefined): RouterOsValues =>
  comment === undefined ? {} : { comment: comment.trim() }
