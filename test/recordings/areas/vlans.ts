import { judge, same, type Case, type Comparison, type Row } from './area.ts'

const basePort = '1.3.6.1.2.1.17.1.4.1.2'

interface Named { id: number }

const vlans: Comparison<Named> = {
  rows: ({ expected, answers }) => {
    const theirs = new Map((expected.vlans ?? []).map(row => [row.vlan_vlan, row.vlan_name ?? '']))
    const mine = new Map((answers.vlans ?? []).map(row => [row.id, row.name ?? '']))
    if (theirs.size === 0) return []
    return Array.from(new Set([...theirs.keys(), ...mine.keys()]), (id): Row<Named> =>
      ({ area: 'vlan', key: `VLAN ${id}`, theirs: theirs.get(id) ?? null, ours: mine.get(id) ?? null, facts: { id } }))
  },
  reasons: [
    { id: 'vlan-unnamed', areas: ['vlan'], text: 'The device has no name for the VLAN: we say so, the other system makes one of its number.',
      fits: ({ theirs, ours, facts: { id } }) => ours === '' && new RegExp(`^vlan ?_?0*${id}$`, 'i').test(theirs ?? '') },
    { id: 'vlan-blanks', areas: ['vlan'], text: 'The same name; the other system keeps blanks or control characters.', fits: ({ theirs, ours }) => ours !== null && same(theirs, ours) },
  ],
}

/** One membership. `port`: bridge port as the other system says it; 0 where it does not know. */
interface Member { vlan: number, port: number, ifIndex: number | null }

/** ifIndex of a bridge port by the recording's dot1dBasePortTable, else the number itself. */
function ifIndexOf({ recording }: Case, port: number): number {
  const value = recording.get(`${basePort}.${port}`)?.value
  return typeof value === 'number' ? value : port
}

function memberRows(of: Case): Row<Member>[] {
  const { expected, answers } = of
  if (!expected.ports_vlans?.length) return []
  const mine = new Map<string, Row<Member>>()
  for (const { id, ports } of answers.vlans ?? []) {
    for (const [word, list] of [['tagged', ports?.tagged], ['untagged', ports?.untagged]] as const) {
      for (const one of list ?? []) mine.set(`${id}/${one.if_index}`, { area: 'member', key: `VLAN ${id} on ifIndex ${one.if_index}`, theirs: null, ours: word, facts: { vlan: id, port: 0, ifIndex: one.if_index } })
    }
  }
  const known = expected.ports_vlans.filter(({ baseport }) => baseport !== 0)
  const nameless = expected.ports_vlans.filter(({ baseport }) => baseport === 0)
  const matched = known.map(({ vlan, baseport, untagged }): Row<Member> => {
    // Some of the other system's ports are numbered by ifIndex already.
    const ifIndex = [ifIndexOf(of, baseport), baseport].find(index => mine.has(`${vlan}/${index}`)) ?? ifIndexOf(of, baseport)
    const key = `${vlan}/${ifIndex}`
    const ours = mine.get(key)?.ours ?? null
    mine.delete(key)
    return { area: 'member', key: `VLAN ${vlan} on ifIndex ${ifIndex}`, theirs: untagged ? 'untagged' : 'tagged', ours, facts: { vlan, port: baseport, ifIndex } }
  })
  // Rows of which the other system lost the port can only be counted: each takes one of ours of that VLAN and kind.
  const counted = nameless.map(({ vlan, untagged }): Row<Member> => {
    const theirs = untagged ? 'untagged' : 'tagged'
    const [key] = [...mine].find(([, row]) => row.facts.vlan === vlan && row.ours === theirs) ?? []
    if (key !== undefined) mine.delete(key)
    return { area: 'member', key: `VLAN ${vlan} on some port`, theirs, ours: key === undefined ? null : theirs, facts: { vlan, port: 0, ifIndex: null } }
  })
  return [...matched, ...counted, ...mine.values()]
}

const members: Comparison<Member> = {
  rows: memberRows,
  reasons: [],
}

export const vlanReasons = vlans.reasons
export const memberReasons = members.reasons
export const compareVlans = judge(vlans)
export const compareMembers = judge(members)
