import {
  enumeration,
  implement,
  integer,
  map,
  mac,
  readScalars,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import { ownResources, systemInfo, temperatureTable, withFans } from '@linecard/driver-kit/builders'
import { powerStatus, system } from '@linecard/driver-kit/modules'
import { bdcom, none } from '../columns.ts'

/** nmscardTable of NMS-CHASSIS-MIB. Index: card, from 0 or from 1. */
const card = `${bdcom}.3.6.10.1`
const fan = `${bdcom}.9.187.4.1`
/** NMS-SNMP: facts of the device. */
const device = `${bdcom}.9.225.1`
/** A card writes 0 where it does not know a fact. */
const real = (oid: string) => map(text(oid), cell => (cell === '0' ? null : cell))

const cards = table({ serial: real(`${card}.4`), hardware: real(`${card}.5`), software: real(`${card}.6`) })
const own = table({
  serial: text(`${device}.2.0`),
  hardware: text(`${device}.7.0`),
  software: text(`${device}.8.0`),
  mac: mac(`${device}.9.0`),
})
const base = systemInfo({ vendor: 'BDCOM', noEntity: true })

/** system: NMS-SNMP, else the first card with a serial number. */
const facts: Implementation = implement(system, async (session, args) => {
  const found = (await base.run(session, args)) as ResultOf<typeof system>
  const { serial, hardware, software, mac: address } = await readScalars(session, own)
  const rows = [...(await readTable(session, cards)).values()]
  const first = rows.find(row => row.serial !== null) ?? rows[0]
  return {
    ...found,
    mac_addr: address ?? found.mac_addr,
    serial_num: serial ?? first?.serial ?? found.serial_num,
    board_hardware_ver: hardware ?? first?.hardware ?? found.board_hardware_ver,
    board_software_ver: software ?? first?.software ?? found.board_software_ver,
  }
})

const name = text(`${card}.3`)
const member = (index: string) => `Card ${index}`

/** system, sys_resources and sys_temp of all BDCOM OLTs. */
export const systemModules: readonly Implementation[] = [
  facts,
  withFans(
    ownResources({
      cpu: { util: integer(`${card}.11`, { none }), name },
      memory: { util: integer(`${card}.12`, { none }) },
      member,
    }),
    {
      status: enumeration(`${fan}.2`, { 1: 'Normal', 2: 'Stop', 3: 'Unused' }, { unknown: 'Unknown' }),
      speed: integer(`${fan}.3`),
    },
  ),
  temperatureTable({ name, value: integer(`${card}.13`, { none: [0, ...none] }) }, member),
]

const power = table({ code: integer(`${bdcom}.9.189.1.0`) })
const powerWords: Readonly<Record<number, string>> = {
  1: 'A-normal',
  2: 'B-normal',
  3: 'A-B-normal',
  4: 'other',
}

/** power_status: powerStatus of NMS-POWER-MIB. */
export const gponPower: Implementation = implement(powerStatus, async session => {
  const { code } = await readScalars(session, power)
  const feed = (at: string, ...good: number[]) => ({
    name: at,
    status:
      code === null || code === 4
        ? ('Unknown' as const)
        : good.includes(code)
          ? ('Normal' as const)
          : ('Failed' as const),
  })
  return {
    status:
      code === 3 ? ('Good' as const) : code === 1 || code === 2 ? ('Alert' as const) : ('Unknown' as const),
    _pretty: code === null ? null : (powerWords[code] ?? null),
    _status: code,
    supplies: code === null ? [] : [feed('A', 1, 3), feed('B', 2, 3)],
  }
})
