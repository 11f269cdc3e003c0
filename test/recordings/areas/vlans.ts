import { holds, judge, numberAt, same, textAt, type Case, type Comparison, type Row } from './area.ts'

const staticName = '1.3.6.1.2.1.17.7.1.4.3.1.1'
/** Whether a script has printed rows of this VLAN, `T,301,ether1` (mtxrScriptRunOutput of MIKROTIK-MIB). */
const fromScript = ({ recording }: Case, vlan: number): boolean =>
  [...recording.below('1.3.6.1.4.1.14988.1.1.18.1.1.2')].some(
    ({ value }) => Buffer.isBuffer(value) && new RegExp(`^[TU],${vlan},`, 'm').test(value.toString('latin1')),
  )
const basePort = '1.3.6.1.2.1.17.1.4.1.2'

interface Named {
  id: number
}

const vlans: Comparison<Named> = {
  rows: ({ expected, answers }) => {
    const theirs = new Map((expected.vlans ?? []).map(row => [row.vlan_vlan, row.vlan_name ?? '']))
    const mine = new Map((answers.vlans ?? []).map(row => [row.id, row.name ?? '']))
    if (theirs.size === 0) return []
    return Array.from(new Set([...theirs.keys(), ...mine.keys()]), (id): Row<Named> => ({
      area: 'vlan',
      key: `VLAN ${id}`,
      theirs: theirs.get(id) ?? null,
      ours: mine.get(id) ?? null,
      facts: { id },
    }))
  },
  reasons: [
    {
      id: 'vlan-unnamed',
      areas: ['vlan'],
      text: 'The VLAN has no name on the device: we answer null, the other system makes one from its number.',
      fits: ({ theirs, ours, facts: { id } }, of) =>
        ours === '' &&
        new RegExp(`^vlan ?_?0*${id}$`, 'i').test(theirs ?? '') &&
        !textAt(of, `${staticName}.${id}`),
    },
    {
      id: 'vlan-blanks',
      areas: ['vlan'],
      text: 'The same name; the other system keeps blanks.',
      fits: ({ theirs, ours }) => ours !== null && same(theirs, ours),
    },
    {
      id: 'vlan-nul',
      areas: ['vlan'],
      text: 'The device ends names with NUL; the other system shows a dot for it.',
      fits: ({ theirs, ours, facts: { id } }, of) =>
        ours !== null && theirs === `${ours}.` && textAt(of, `${staticName}.${id}`) === `${ours}\0`,
    },
    {
      id: 'sap-vlans',
      areas: ['vlan'],
      text:
        'SR OS has no VLANs, and the recording has no VLAN table: ' +
        'the other system makes VLANs from the encapsulations of service access points.',
      fits: (_, of) => !holds(of, '1.3.6.1.2.1.17.7') && holds(of, '1.3.6.1.4.1.6527.3.1.2.4.3'),
    },
    {
      id: 'vlan-script',
      areas: ['vlan'],
      text:
        'The other system reads the output of its own script on the router (mtxrScriptRunOutput); ' +
        'RouterOS has no VLAN table in SNMP.',
      fits: ({ ours, facts: { id } }, of) => ours === null && fromScript(of, id),
    },
  ],
}

/** One membership. `port`: bridge port of the other system. 0: unknown. */
interface Member {
  vlan: number
  port: number
  ifIndex: number | null
}

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
    for (const [word, list] of [
      ['tagged', ports?.tagged],
      ['untagged', ports?.untagged],
    ] as const) {
      for (const one of list ?? [])
        mine.set(`${id}/${one.if_index}`, {
          area: 'member',
          key: `VLAN ${id} on ifIndex ${one.if_index}`,
          theirs: null,
          ours: word,
          facts: { vlan: id, port: 0, ifIndex: one.if_index },
        })
    }
  }
  const known = expected.ports_vlans.filter(({ baseport }) => baseport !== 0)
  const nameless = expected.ports_vlans.filter(({ baseport }) => baseport === 0)
  const matched = known.map(({ vlan, baseport, untagged }): Row<Member> => {
    // Some of the other system's ports are numbered by ifIndex already.
    const ifIndex =
      [ifIndexOf(of, baseport), baseport].find(index => mine.has(`${vlan}/${index}`)) ??
      ifIndexOf(of, baseport)
    const key = `${vlan}/${ifIndex}`
    const ours = mine.get(key)?.ours ?? null
    mine.delete(key)
    return {
      area: 'member',
      key: `VLAN ${vlan} on ifIndex ${ifIndex}`,
      theirs: untagged ? 'untagged' : 'tagged',
      ours,
      facts: { vlan, port: baseport, ifIndex },
    }
  })
  // Rows without a port in the other system can only be counted: each matches one of our rows with that VLAN
  // and kind.
  const counted = nameless.map(({ vlan, untagged }): Row<Member> => {
    const theirs = untagged ? 'untagged' : 'tagged'
    const [key] = [...mine].find(([, row]) => row.facts.vlan === vlan && row.ours === theirs) ?? []
    if (key !== undefined) mine.delete(key)
    return {
      area: 'member',
      key: `VLAN ${vlan} on some port`,
      theirs,
      ours: key === undefined ? null : theirs,
      facts: { vlan, port: 0, ifIndex: null },
    }
  })
  return [...matched, ...counted, ...mine.values()]
}

const trunk = '1.3.6.1.4.1.9.9.46.1.6.1.1'
/** PortLists of a VLAN: Q-BRIDGE-MIB's in force and configured, IEEE8021-Q-BRIDGE-MIB's. */
const portLists = [
  /^1\.3\.6\.1\.2\.1\.17\.7\.1\.4\.2\.1\.[45]\.\d+\.(\d+)$/,
  /^1\.3\.6\.1\.2\.1\.17\.7\.1\.4\.3\.1\.[24]\.(\d+)$/,
  /^1\.3\.111\.2\.802\.1\.1\.4\.1\.4\.3\.1\.[456]\.\d+\.(\d+)$/,
]
const isWrapped = ({ wrapped }: Case, vlan: number): boolean =>
  [...wrapped].some(oid => portLists.some(pattern => pattern.exec(oid)?.[1] === String(vlan)))

const members: Comparison<Member> = {
  rows: memberRows,
  reasons: [
    {
      id: 'wrapped-ports',
      areas: ['member'],
      text:
        'The recorder wrote the PortList of the VLAN behind port 128 as lines of a hex dump: we read the ' +
        'octets ' +
        'that were meant, the other system takes the characters of the dump as ports.',
      fits: ({ facts: { vlan, port } }, of) => port > 128 && isWrapped(of, vlan),
    },
    {
      id: 'trunk-state',
      areas: ['member'],
      text:
        'The recording has vlanTrunkPortNativeVlan, but not whether a port trunks ' +
        '(vlanTrunkPortDynamicStatus) ' +
        'nor what it carries: we leave such ports out, the other system puts them into VLAN 1 or their ' +
        'native VLAN.',
      fits: ({ ours }, of) =>
        ours === null && holds(of, `${trunk}.5`) && !holds(of, `${trunk}.14`) && !holds(of, `${trunk}.4`),
    },
    {
      id: 'pvid-only',
      areas: ['member'],
      text:
        'The other system puts a port into the VLAN of its PVID; the list that the device has for the ' +
        'trunk or ' +
        'hybrid port (HUAWEI-L2IF-MIB) does not contain it.',
      fits: ({ ours, facts: { vlan, port } }, of) =>
        ours === null &&
        numberAt(of, `1.3.6.1.2.1.17.7.1.4.5.1.1.${port}`) === vlan &&
        holds(of, '1.3.6.1.4.1.2011.5.25.42.1.1.1.3') &&
        !holds(of, '1.3.6.1.2.1.17.7.1.4.3'),
    },
    {
      id: 'member-script',
      areas: ['member'],
      text:
        'The other system reads the output of its own script on the router (mtxrScriptRunOutput); ' +
        'RouterOS has no VLAN table in SNMP.',
      fits: ({ ours, facts: { vlan } }, of) => ours === null && fromScript(of, vlan),
    },
  ],
}

export const vlanReasons = vlans.reasons
export const memberReasons = members.reasons
export const compareVlans = judge(vlans)
export const compareMembers = judge(members)
