import {
  enumeration,
  integer,
  map,
  parseDecimal,
  scaled,
  text,
  type Implementation,
} from '@linecard/driver-kit'
import {
  mediaTable,
  opticalTable,
  ownResources,
  temperatureTable,
  withFans,
} from '@linecard/driver-kit/builders'

const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })
/** Load in percent from the idle share; another value means that it is not measured. */
const loadOfIdle = (idle: number): number | null => (idle >= 0 && idle <= 100 ? 100 - idle : null)
const known = (oid: string) =>
  map(text(oid), cell => (/^(?:-+|n\/?a|none|unknown|null)$/i.test(cell) ? null : cell))
/** One of the values of a text: `-1.20`, or one for each lane, `-1.20,-1.31,-1.18,-1.25`. */
const valueAt = (oid: string, lane: number) =>
  map(text(oid), cell => parseDecimal(cell.split(',')[lane] ?? '', { none: [0] }))
/** A speed counts only with its unit: without it, agents send revolutions, hundreds of them, or percent. */
const rpm = (oid: string) => map(text(oid), cell => parseDecimal(/[\d.]+(?= ?rpm)/i.exec(cell)?.[0] ?? ''))

/**
 * Objects of Centec's software (FS-SWITCH-V2-MIB) below the root of a brand: load in percent, memory in
 * kilobytes, fans by position, module and number, temperatures by slot and sensor in °C, transceivers by
 * ifIndex in °C, V, mA and dBm, of 40G and 100G modules four values in each text.
 */
export function centec(root: string) {
  const [load, memory, device] = [`${root}.1.9`, `${root}.1.1`, `${root}.37.1`]
  const [fan, slot, module] = [`${device}.1.1.1`, `${device}.5.1`, `${device}.10.1.1`]
  const optic = (kind: number, lane = 0) => valueAt(`${device}.10.${kind}.1.5`, lane)
  const modules: readonly Implementation[] = [
    withFans(
      ownResources({
        cpu: {
          util: map(integer(`${root}.1.2.11`), loadOfIdle),
          sec5: valueAt(`${load}.1`, 0),
          min1: valueAt(`${load}.2`, 0),
          min5: valueAt(`${load}.3`, 0),
        },
        memory: {
          total: kilobytes(`${memory}.5`),
          free: kilobytes(`${memory}.11`),
          used: kilobytes(`${memory}.12`),
        },
      }),
      {
        status: enumeration(`${fan}.4`, { 1: 'Normal', 2: 'Stop', 3: 'Unused', 4: 'Unknown' }),
        speed: rpm(`${fan}.5`),
      },
      index => `Fan ${index.split('.').slice(-2).join('.')}`,
    ),
    temperatureTable({ value: integer(`${device}.3.1.4.1`) }, index => {
      const [slotNumber, sensor] = index.split('.')
      return `Slot ${slotNumber} sensor ${sensor}`
    }),
    opticalTable({
      temp: optic(2),
      vcc: optic(3),
      lanes: [0, 1, 2, 3].map(lane => ({
        tx_bias: optic(4, lane),
        tx_power: optic(5, lane),
        rx_power: optic(6, lane),
      })),
    }),
    mediaTable({
      eth_compliance_codes: known(`${module}.1`),
      vendor_name: known(`${module}.2`),
      part_number: known(`${module}.3`),
      serial_num: known(`${module}.4`),
      _wave_length: integer(`${module}.5`, { none: [0, 65535] }),
    }),
  ]
  return {
    facts: {
      board_software_ver: text(`${root}.1.3.5.0`),
      board_hardware_ver: text(`${slot}.8.1.1`),
      serial_num: text(`${slot}.10.1.1`),
    },
    modules,
  }
}
