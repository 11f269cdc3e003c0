import { judge, type Comparison, type Row } from './area.ts'

interface Station {
  mac: string
  ifIndex: number | null
}
const plain = (mac: string): string => mac.replaceAll(':', '').toLowerCase()

/** The other system keeps a MAC and its port, but not the VLAN. */
const fdb: Comparison<Station> = {
  rows: ({ expected, answers }) => {
    if (!expected.fdb?.length) return []
    const mine = new Set(
      (answers.fdb ?? []).map(row => `${plain(row.mac_address)} on ${row.interface?.if_index ?? 0}`),
    )
    const theirs = new Map(expected.fdb.map(row => [`${row.mac_address} on ${row.ifIndex ?? 0}`, row]))
    return Array.from(new Set([...theirs.keys(), ...mine]), (key): Row<Station> => {
      const row = theirs.get(key)
      return {
        area: 'fdb',
        key,
        theirs: row ? 'there' : null,
        ours: mine.has(key) ? 'there' : null,
        facts: { mac: row?.mac_address ?? '', ifIndex: row?.ifIndex ?? null },
      }
    })
  },
  reasons: [],
}

const arp: Comparison<null> = {
  rows: ({ expected, answers }) => {
    if (!expected.arp?.length) return []
    const mine = new Map(
      (answers.arps ?? [])
        .filter(row => row.mac !== null && !row.ip.includes(':'))
        .map(row => [row.ip, plain(row.mac!)]),
    )
    const theirs = new Map(expected.arp.map(row => [row.ipv4_address, row.mac_address]))
    return Array.from(new Set([...theirs.keys(), ...mine.keys()]), (key): Row<null> => ({
      area: 'arp',
      key,
      theirs: theirs.get(key) ?? null,
      ours: mine.get(key) ?? null,
      facts: null,
    }))
  },
  reasons: [],
}

const own: Comparison<{ ip: string }> = {
  rows: ({ expected, answers }) => {
    if (!expected.ipv4?.length) return []
    const mine = new Map(
      (answers.netSettings?.addresses ?? [])
        .filter(({ ip }) => !ip.includes(':'))
        .map(row => [row.ip, `/${row.prefix_length} on ${row.interface?.if_index ?? 0}`]),
    )
    const theirs = new Map(
      expected.ipv4.map(row => [row.ipv4_address, `/${row.ipv4_prefixlen} on ${row.ifIndex ?? 0}`]),
    )
    return Array.from(new Set([...theirs.keys(), ...mine.keys()]), (ip): Row<{ ip: string }> => ({
      area: 'address',
      key: ip,
      theirs: theirs.get(ip) ?? null,
      ours: mine.get(ip) ?? null,
      facts: { ip },
    }))
  },
  reasons: [
    {
      id: 'no-host',
      areas: ['address'],
      text:
        'Addresses of 0.0.0.0/8 belong to no host (RFC 1122): agents use them for unnumbered interfaces. ' +
        'We leave them out.',
      fits: ({ ours, facts: { ip } }) => ours === null && ip.startsWith('0.'),
    },
    {
      id: 'no-mask',
      areas: ['address'],
      text:
        'The recording has no mask for the address, or 0.0.0.0: we answer that the prefix is unknown, ' +
        'the other system takes that of the old address class.',
      fits: ({ theirs, ours, facts: { ip } }, of) =>
        [undefined, '0.0.0.0'].includes(
          of.recording.get(`1.3.6.1.2.1.4.20.1.3.${ip}`)?.value as string | undefined,
        ) &&
        ours !== null &&
        ours.replace('/null ', '') === theirs?.replace(/^\/\d+ /, ''),
    },
  ],
}

export const addressReasons = [...fdb.reasons, ...arp.reasons, ...own.reasons]
export const compareFdb = judge(fdb)
export const compareArp = judge(arp)
export const compareOwn = judge(own)
