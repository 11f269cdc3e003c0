import { defineFamily, enumeration, integer, map, pick, scaled, text } from '@linecard/driver-kit'
import { entityBoards, mediaTable, opticalTable, systemInfo, withFans } from '@linecard/driver-kit/builders'
import { sysResources, sysTemp } from '@linecard/driver-kit/modules'
import { comwareChanges } from '../changes.ts'
import { comwareCli } from '../cli.ts'
import { layers } from './standard.ts'
import { comwareConsole, comwareIdentity } from '../console.ts'

const h3c = '1.3.6.1.4.1.25506'
const [state, optical] = [`${h3c}.2.6.1.1.1.1`, `${h3c}.2.70.1.1.1`]
const none = [2147483647, -2147483648]

/**
 * HH3C-ENTITY-EXT-MIB hh3cEntityExtStateTable by entPhysicalIndex: percent, percent, octets, °C. 65535
 * means "no value".
 */
const boards = entityBoards({
  cpu: integer(`${state}.6`, { none: [0, 65535] }),
  memory: integer(`${state}.8`, { none: [0, 65535] }),
  size: integer(`${state}.10`, { none: [0] }),
  temperature: integer(`${state}.12`, { none: [0, 65535] }),
})
/** The value of hh3cTransceiverInfoTable for ports without a module. */
const real = (oid: string) => map(text(oid), cell => (/^(?:unknown|none|-+|N\/A)$/i.test(cell) ? null : cell))

/** Comware 5 and 7: HP and HPE A-series and FlexFabric, H3C. */
export const comware = defineFamily({
  id: 'comware',
  cli: comwareCli,
  console: comwareConsole,
  identity: comwareIdentity,
  modules: [
    systemInfo({ vendor: 'HPE' }),
    // hh3cDevMFanTable of HH3C-LSW-DEV-ADM-MIB.
    withFans(pick(boards, sysResources), {
      status: enumeration(`${h3c}.8.35.9.1.1.1.2`, { 1: 'Normal', 2: 'Failed', 3: 'Unused', 4: 'Unknown' }),
    }),
    pick(boards, sysTemp),
    // HH3C-TRANSCEIVER-INFO-MIB by ifIndex: °C, 0.01 V, 0.01 mA, 0.01 dBm.
    opticalTable({
      temp: integer(`${optical}.15`, { none }),
      vcc: scaled(`${optical}.16`, { by: 0.01, none }),
      tx_bias: scaled(`${optical}.17`, { by: 0.01, none }),
      tx_power: scaled(`${optical}.9`, { by: 0.01, none }),
      rx_power: scaled(`${optical}.12`, { by: 0.01, none }),
    }),
    mediaTable({
      fiber_type: map(real(`${optical}.1`), kind =>
        kind === 'SM' ? 'single mode' : kind === 'MM' ? 'multi mode' : kind,
      ),
      eth_compliance_codes: real(`${optical}.2`),
      _wave_length: integer(`${optical}.3`, { none: [0, ...none] }),
      vendor_name: real(`${optical}.4`),
      serial_num: real(`${optical}.5`),
    }),
    ...layers(),
    ...comwareChanges(),
  ],
})
