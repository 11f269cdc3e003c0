import {
  DeviceError,
  enumeration,
  implement,
  integer,
  octets,
  readTable,
  stationMac,
  readWhole,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'
import { fdb } from '@linecard/driver-kit/modules'
import type { Olt } from '@linecard/driver-kit/onus'
import { switching } from './columns.ts'
import { consoleMacs } from './console.ts'
import { fdbOf, isWholePon, joined, portKey, type Learned } from './fdb-rows.ts'

/** Entries that the OLT has learned; other codes are not known. */
const kinds = { 1: 'LEARNED' } as const

/** macAddrTable: all ports. Older firmware names only the PON port, not the ONU. */
const all = `${switching}.3.2.1`
const allMacs = table({
  vlan: integer(`${all}.2`),
  mac: stationMac(`${all}.3`),
  status: enumeration(`${all}.4`, kinds, { unknown: 'other' }),
  port: text(`${all}.5`),
})
/** GPON only: the same addresses with the ONU (`4:73`). */
const ofPon = `${switching}.3.5.1`
const ponMacs = table({
  vlan: integer(`${ofPon}.2`),
  mac: stationMac(`${ofPon}.3`),
  onu: text(`${ofPon}.5`),
  gem: text(`${ofPon}.6`),
})

/** `1:142`: the second number is the GEM port. */
const gemOf = (shown: string | null): number | undefined => {
  const [, gem] = /^\d+:(\d+)$/.exec(shown ?? '') ?? []
  return gem === undefined ? undefined : Number(gem)
}

/** Addresses of a table. `whole`: all of its cells arrived. */
interface Found {
  learned: Learned[]
  whole: boolean
}

async function learnedByTable(session: Session): Promise<Found> {
  const { rows, whole } = await readWhole(session, allMacs)
  const learned = [...rows.values()].flatMap(row =>
    row.mac === null
      ? []
      : [
          {
            mac: row.mac,
            vlan: row.vlan,
            port: row.port === null ? null : portKey(row.port),
            status: row.status === 'other' ? null : row.status,
          },
        ],
  )
  return { learned, whole }
}

/**
 * No OLT works without any MAC address: empty tables are tables that this firmware does not have. A table
 * that did not arrive is not an empty one.
 */
function assertAny({ learned, whole }: Found): void {
  if (whole && learned.length === 0)
    throw new DeviceError('Unsupported', 'This firmware does not give its MAC addresses over SNMP.')
}

/** The ONU of each address behind a PON port, from the table of these. */
async function learnedByPons(session: Session): Promise<Found> {
  const { rows, whole } = await readWhole(session, ponMacs)
  const learned = [...rows.values()].flatMap((row): Learned[] => {
    if (row.mac === null || row.onu === null) return []
    const gem = gemOf(row.gem)
    const { mac, vlan } = row
    return [{ mac, vlan, port: portKey(row.onu), status: 'LEARNED', ...(gem !== undefined && { gem }) }]
  })
  return { learned, whole }
}

/**
 * fdb of GPON. Where the common table names no ONUs, the table of the PON ports does. Firmware without
 * addresses in SNMP shows them on the console; the standard tables know no ONUs.
 */
export const gponFdb = (olt: Olt): Implementation =>
  implement(
    fdb,
    async (session, args) => {
      const common = await learnedByTable(session)
      const isExact = common.learned.length > 0 && !common.learned.some(isWholePon)
      if (isExact) return fdbOf(session, olt, common.learned, args, all)
      const exact = await learnedByPons(session)
      const isNone = common.learned.length === 0 && exact.learned.length === 0
      if (isNone && common.whole && exact.whole) {
        if (session.access?.console) return consoleMacs(session, olt, args)
        throw new DeviceError(
          'Unsupported',
          'This firmware shows MAC addresses only on its console: add a login for it to the access profile',
        )
      }
      return fdbOf(session, olt, joined(common.learned, exact.learned, exact.whole), args, all)
    },
    { alone: true },
  )

/** `vlan,mac,type,port;…`, cut into rows anywhere. */
const pieces = `${switching}.3.9.1.2`
const piece = table({ text: octets(pieces) })

/** Entries of the text. `lost`: entries that cannot be read. */
export function parsePieces(whole: string): { learned: Learned[]; lost: number } {
  const learned: Learned[] = []
  let lost = 0
  for (const entry of whole.split(';')) {
    if (entry.trim() === '') continue
    const [vlan = '', address = '', type = '', port = ''] = entry.split(',').map(part => part.trim())
    const found = parseMac(address)
    if (found === null || !/^\d{1,4}$/.test(vlan)) {
      lost++
      continue
    }
    learned.push({
      mac: found,
      vlan: Number(vlan),
      port: portKey(port),
      status: /^dynamic$/i.test(type) ? 'LEARNED' : /^static$/i.test(type) ? 'STATIC' : null,
    })
  }
  return { learned, lost }
}

/** fdb of EPON: one long text, else the common table. */
export const eponFdb = (olt: Olt): Implementation =>
  implement(fdb, async (session, args) => {
    const rows = [...(await readTable(session, piece)).values()]
    const whole = rows.map(row => row.text?.toString('latin1') ?? '').join('')
    if (whole === '') {
      const common = await learnedByTable(session)
      assertAny(common)
      return fdbOf(session, olt, common.learned, args, all)
    }
    const { learned, lost } = parsePieces(whole)
    if (lost > 0) session.report({ what: pieces, reason: 'unknown_value', cells: lost })
    return fdbOf(session, olt, learned, args, pieces)
  })
