import { DeviceError, type Session } from '@linecard/driver-kit'
import { interfacesList, refOf, type Interface, type vlans } from '@linecard/driver-kit/modules'
import { readMembers, type Member } from '../parse/vlan-members.ts'
import { groupKey, keyOf } from '../place.ts'

type Vlan = (typeof vlans.example)[number]

/** A command for each VLAN: members are read only of VLANs that are asked by their numbers. */
const maxAsked = 16

const keyOfMember = (member: Member): number | null =>
  'group' in member ? groupKey(member.group) : keyOf(member)

/** The VLANs with their members from the console, if a few were asked and there is a login. */
export async function withMembers(
  session: Session,
  rows: readonly Vlan[],
  asked: ReadonlySet<number> | undefined,
): Promise<Vlan[]> {
  const open = rows.filter(({ ports }) => ports === null)
  if (!asked || !session.access?.console || open.length === 0 || open.length > maxAsked) return [...rows]
  const known = new Map((await session.call(interfacesList, {})).map(one => [one.id, one]))
  const refs = (members: readonly Member[]) =>
    members.flatMap(member => {
      const one: Interface | undefined = known.get(keyOfMember(member) ?? -1)
      return one ? [refOf(one)] : []
    })
  const found: Vlan[] = []
  for (const row of rows) {
    if (row.ports !== null) {
      found.push(row)
      continue
    }
    const members = readMembers(await memberText(session, row.id))
    if (!members) session.report({ what: `members of VLAN ${row.id}`, reason: 'unknown_value' })
    const [untagged, tagged] = [refs(members?.untagged ?? []), refs(members?.tagged ?? [])]
    found.push({
      ...row,
      ports: members && { egress: [...untagged, ...tagged], untagged, tagged, forbidden: null },
    })
  }
  return found
}

async function memberText(session: Session, id: number): Promise<string> {
  try {
    return await session.cli.run(`show vlan ${id}`)
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'CommandRejected') throw error
    return ''
  }
}
