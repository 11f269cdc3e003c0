import {
  consoleSource,
  DeviceError,
  enumeration,
  implement,
  onuSerial,
  readRows,
  readTable,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { interfacesList, refOf, refusedOnts } from '@linecard/driver-kit/modules'
import { unregisteredModule, type Olt, type Waiting } from '@linecard/driver-kit/onus'
import { bdcom } from '../columns.ts'
import { placeOfIfIndex, ponPorts } from '../index-map.ts'
import { parseRejected } from '../parse/rejected.ts'
import { keyOf, parsePon } from '../place.ts'
import { phase, waitingColumns } from './epon.ts'

const phases = table({ phase })

/** EPON: ONUs that MPCP registered, and that nobody authenticated. */
const waitingEpon = ({ places }: Olt): Waiting => ({
  type: 'epon',
  async read(session) {
    const indexes = [...(await readTable(session, phases))]
      .filter(([, row]) => row.phase === 'registered')
      .map(([index]) => index)
    const placeAt = await placeOfIfIndex(session, places)
    return [...(await readRows(session, waitingColumns, indexes))]
      .filter(([, row]) => row.phase === 'registered')
      .map(([index, { mac, model }]) => ({ facts: { ident: mac, model }, port: placeAt(Number(index)) }))
  },
})

/** EPON: ONUs that the OLT rejects because nobody bound them. Only the console lists them. */
const rejectedEpon: Waiting = {
  type: 'epon',
  async read(session) {
    if (!session.access?.console) return []
    try {
      return parseRejected(await session.cli.run('show epon rejected-onu')).map(({ mac, port }) => ({
        facts: { ident: mac },
        port: parsePon(port),
      }))
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'CommandRejected') return []
      throw error
    }
  },
}

/** gponOltPonPortRejectedOnu of NMS-GPON-MIB. Index: ifIndex of the PON port, row number. */
const rejected = table({
  reason: enumeration(`${bdcom}.10.2.8.1.5`, {
    1: 'UnknownSN',
    2: 'MismatchPassword',
    3: 'Anti-Rogue',
    4: 'Ranging-Failed',
    5: 'LoidAuthFailed',
    6: 'Manual',
  }),
  ident: onuSerial(`${bdcom}.10.2.8.1.6`),
})
/** The OLT keeps these out on purpose. The others wait, with what is wrong about them. */
const refusals: ReadonlyMap<string, 'Refused' | 'Rogue'> = new Map([
  ['Anti-Rogue', 'Rogue'],
  ['Manual', 'Refused'],
])

async function readRejected(session: Session, { places }: Olt) {
  const rows = await readTable(session, rejected)
  const ports = await ponPorts(session, places)
  return [...rows].map(([index, row]) => ({ ...row, port: ports.get(Number(index.split('.')[0])) ?? null }))
}

const waitingGpon = (olt: Olt): Waiting => ({
  type: 'gpon',
  read: async session =>
    (await readRejected(session, olt))
      .filter(({ reason }) => reason === null || !refusals.has(reason))
      .map(({ ident, reason, port }) => ({ facts: { ident, info: reason }, port })),
})

export const eponUnregistered = (olt: Olt): Implementation => ({
  ...unregisteredModule(olt, [waitingEpon(olt), rejectedEpon]),
  joins: ['NMS-EPON-ONU', consoleSource],
  alone: true,
})
export const gponUnregistered = (olt: Olt): Implementation => unregisteredModule(olt, [waitingGpon(olt)])

/** refused_onts of a GPON OLT. */
export const gponRefused = (olt: Olt): Implementation =>
  implement(refusedOnts, async session => {
    const ports = new Map((await session.call(interfacesList, { root: true })).map(one => [one.id, one]))
    return (await readRejected(session, olt)).flatMap(({ ident, reason, port }) => {
      const kind = reason === null ? undefined : refusals.get(reason)
      const one = port && ports.get(keyOf(port) ?? -1)
      return kind ? [{ interface: one ? refOf(one) : null, ident, kind, reason, since: null }] : []
    })
  })
