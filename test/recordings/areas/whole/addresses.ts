import { oidParts } from '@linecard/driver-kit'
import { ipOf } from '@linecard/driver-kit/codecs'
import { judge, type Case, type Comparison, type Row } from '../area.ts'
import { rowOf, saidBy, takeBest, type Cells } from './row.ts'
import { column, ifIndexes, macAt, numberOf } from './table.ts'

const ip = '1.3.6.1.2.1.4'
const broadcast = 3
const invalid = 2

/** The interface as a cell, if the recording has a row of it. */
const portOf = (of: Case, ifIndex: number | null | undefined): string | null =>
  ifIndex != null && ifIndexes(of).has(ifIndex) ? String(ifIndex) : null
const refOf = (one: { if_index: number | null } | null): string | null =>
  one?.if_index == null ? null : String(one.if_index)

/** Length of a mask whose ones are all in front; null for others and for 0. */
function lengthOf(mask: unknown): string | null {
  if (typeof mask !== 'string') return null
  const bits = mask
    .split('.')
    .map(octet => Number(octet).toString(2).padStart(8, '0'))
    .join('')
  return /^1+0*$/.test(bits) ? String(bits.replace(/0/g, '').length) : null
}

interface Own {
  address: string
  type: number | null
}
function ownRows(of: Case): Row<Own>[] {
  const masks = column(of, `${ip}.20.1.3`)
  const [types, prefixes] = [column(of, `${ip}.34.1.4`), column(of, `${ip}.34.1.5`)]
  const found = new Map<string, { cells: Cells; type: number | null }>()
  for (const [index, value] of column(of, `${ip}.34.1.3`)) {
    const address = ipOf(oidParts(index).slice(2))
    const prefix = prefixes.get(index)
    const length =
      typeof prefix === 'string' && prefix.includes('.4.32.1.5.') ? prefix.split('.').at(-1)! : null
    const cells = { port: portOf(of, numberOf(value)), prefix: length === '0' ? null : length }
    if (address !== null) found.set(address, { cells, type: numberOf(types.get(index)) })
  }
  for (const [index, value] of column(of, `${ip}.20.1.2`)) {
    const cells = { port: portOf(of, numberOf(value)), prefix: lengthOf(masks.get(index)) }
    const known = found.get(index)
    found.set(index, {
      cells: {
        ...known?.cells,
        ...Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null)),
      },
      type: known?.type ?? null,
    })
  }
  const mine = new Map((of.answers.netSettings?.addresses ?? []).map(row => [row.ip, row]))
  const said = saidBy(of, 'netSettings', [`${ip}.20.1`, `${ip}.34.1`])
  return [...found].map(([address, { cells, type }]) => {
    const row = mine.get(address)
    const ours = row && {
      port: refOf(row.interface),
      prefix: row.prefix_length === null ? null : String(row.prefix_length),
    }
    return rowOf('own', address, cells, ours, { address, type }, said)
  })
}

const ownAddresses: Comparison<Own> = {
  rows: ownRows,
  reasons: [
    {
      id: 'not-a-host',
      areas: ['own'],
      text: 'Not the address of a host: 0.0.0.0/8 (RFC 1122), ::, a multicast group, or a broadcast address.',
      fits: ({ facts: { address, type } }) =>
        type === broadcast || /^(?:0\.|22[4-9]\.|2[345]\d\.|::$|ff)/.test(address),
    },
  ],
}

function hostRows(of: Case): Row<null>[] {
  const found = new Map<string, { index: string; ip: string; cells: Cells }>()
  const add = (entry: string, mac: number, type: number, from: number) => {
    const types = column(of, `${entry}.${type}`)
    for (const [index, value] of column(of, `${entry}.${mac}`)) {
      const parts = oidParts(index)
      const address = ipOf(parts.slice(from))
      if (address === null || numberOf(types.get(index)) === invalid) continue
      const cells = { port: portOf(of, parts[0]), mac: macAt(value) }
      found.set(`${parts[0]} ${address}`, { index, ip: address, cells })
    }
  }
  add(`${ip}.22.1`, 2, 4, -4)
  add(`${ip}.35.1`, 4, 6, 3)
  const left = Map.groupBy(of.answers.arps ?? [], row => row.ip)
  const mine = new Map(
    [...left].map(([address, rows]) => [
      address,
      rows.map(row => ({ port: refOf(row.interface), mac: row.mac })),
    ]),
  )
  return [...found.values()].map(({ index, ip: address, cells }) => {
    const said = saidBy(of, 'arps', [`${ip}.22.1`, `${ip}.35.1`], index)
    return rowOf('hosts', index, cells, takeBest(cells, mine.get(address)), null, said)
  })
}

const hosts: Comparison<null> = { rows: hostRows, reasons: [] }
export const addressRowReasons = ownAddresses.reasons
export const compareOwnAddresses = judge(ownAddresses)
export const compareHosts = judge(hosts)
