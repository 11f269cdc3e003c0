import { implement, integer, map, readScalars, table, text, type Implementation } from '@linecard/driver-kit'
import { ownResources, systemInfo, temperaturesOf } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { cdata, firmware, nscrtv } from './nodes.ts'

const board = `${nscrtv}.2.3.1.3.1.1`
const state = `${cdata}.1.3.100.1.8`

/** `serial`: where a series keeps its serial number. */
export const oltSystem = (serial: string): Implementation =>
  systemInfo({
    vendor: 'C-Data',
    noEntity: true,
    facts: {
      serial_num: text(serial),
      board_software_ver: text(firmware),
      board_hardware_ver: text(`${board}.7.1.0`),
    },
  })
export const serials = {
  v3: `${board}.12.1.0`,
  legacy: `${nscrtv}.2.3.1.1.13.0`,
  fd11: `${cdata}.1.3.1.3.2.0`,
}

export const fd11System = (): Implementation =>
  systemInfo({
    vendor: 'C-Data',
    noEntity: true,
    facts: {
      serial_num: text(serials.fd11),
      board_hardware_ver: text(`${cdata}.1.3.1.5.1.3.1`),
      board_software_ver: text(`${cdata}.1.3.1.5.1.4.1`),
    },
  })

/**
 * The OLT sends memory in MiB. A number that no OLT has in MiB is in another unit, and nothing tells in
 * which.
 */
const mebibytes = (oid: string) =>
  map(integer(oid, { none: [-1] }), size => (size < 65_536 ? size * 2 ** 20 : null))

export const oltResources = (): Implementation =>
  ownResources({
    cpu: { util: integer(`${state}.1.0`, { none: [-1] }) },
    memory: { total: mebibytes(`${state}.2.0`), free: mebibytes(`${state}.3.0`) },
  })

export const fd11Resources = (): Implementation =>
  ownResources({ cpu: { util: integer(`${cdata}.1.3.1.1.8.0`, { none: [-1] }) } })

/**
 * Temperature of the board, °C, by firmware: whole degrees on V3, tenths from V4. Older firmware sends tenths
 * or hundredths: only one of them is a temperature of a board in most cases, else the result is null.
 */
export function boardTemperature(raw: number, version: string | null): number | null {
  const major = /^V?(\d+)/i.exec(version ?? '')?.[1]
  const scales = major === '3' ? [1] : major !== undefined && Number(major) >= 4 ? [0.1] : [0.1, 0.01]
  const fitting = scales
    .map(by => Math.round(raw * by * 10) / 10)
    .filter(value => scales.length === 1 || (value >= 12 && value <= 110))
  return fitting.length === 1 ? fitting[0]! : null
}

const heat = table({ raw: integer(`${state}.6.0`, { none: [-1] }), version: text(firmware) })

export const oltTemperature = (): Implementation =>
  implement(sysTemp, async session => {
    const { raw, version } = await readScalars(session, heat)
    const value = raw === null ? null : boardTemperature(raw, version)
    if (raw !== null && value === null)
      session.report({ what: heat.raw.oid, reason: 'unknown_value', cells: 1 })
    return temperaturesOf(raw === null ? [] : [{ name: 'CPU', value }])
  })

const fd11Heat = table({ celsius: integer(`${cdata}.1.3.1.3.4.0`, { none: [-1] }) })
export const fd11Temperature = (): Implementation =>
  implement(sysTemp, async session => {
    const { celsius } = await readScalars(session, fd11Heat)
    return temperaturesOf(celsius === null ? [] : [{ name: 'CPU', value: celsius }])
  })
