import { enumeration, integer, onuSerial, readTable, scaled, table, text } from '@linecard/driver-kit'
import { unregisteredModule, type Olt, type OnuTree } from '@linecard/driver-kit/onus'
import { ontConfig, ontState } from './nodes.ts'
import { bySerial, places, portOf } from './places.ts'

const states = {
  0: 'free',
  1: 'allocated',
  2: 'authInProgress',
  3: 'cfgInProgress',
  4: 'authFailed',
  5: 'cfgFailed',
  6: 'reportTimeout',
  7: 'ok',
  8: 'authOk',
  9: 'resetInProgress',
  10: 'resetOk',
  11: 'discovered',
  12: 'blocked',
  13: 'checkNewFw',
  14: 'unidentified',
  15: 'unconfigured',
} as const
const waiting = new Set<string>(['unidentified', 'unconfigured'])

/** Tenths of a dBm. 0: no value. */
const power = (oid: string) => scaled(oid, { by: 0.1, none: [0], min: -60, max: 20 })

const ltp8x: OnuTree = {
  technology: 'gpon',
  list: { columns: table({ serial: onuSerial(`${ontConfig}.2`) }), index: bySerial },
  state: {
    columns: table({ phase: enumeration(`${ontState}.5`, states) }),
    index: bySerial,
    words: {
      phases: {
        free: 'Offline',
        allocated: 'Offline',
        reportTimeout: 'Offline',
        ok: 'Online',
        blocked: 'Disabled',
        unidentified: 'Unregistered',
        unconfigured: 'Unregistered',
      },
      lost: [],
      reasons: {},
    },
  },
  names: { columns: table({ description: text(`${ontConfig}.8`) }), index: bySerial },
  serials: { columns: table({ serial: onuSerial(`${ontConfig}.2`) }), index: bySerial },
  atOlt: [
    { columns: table({ olt_rx: power(`${ontState}.11`), rx: power(`${ontState}.14`) }), index: bySerial },
  ],
  vendors: [
    {
      columns: table({
        model: text(`${ontState}.12`),
        software: text(`${ontState}.17`),
        hardware: text(`${ontState}.18`),
      }),
      index: bySerial,
    },
  ],
}
export const olt: Olt = { places, trees: [[ltp8x]] }

const waits = table({
  ident: onuSerial(`${ontState}.2`),
  port: integer(`${ontState}.3`),
  phase: enumeration(`${ontState}.5`, states),
  model: text(`${ontState}.12`),
})
/** unregistered_onts: ONTs that the OLT sees and has no configuration for. */
export const unregistered = unregisteredModule(olt, [
  {
    type: 'gpon',
    read: async session =>
      [...(await readTable(session, waits)).values()]
        .filter(({ phase }) => phase !== null && waiting.has(phase))
        .map(({ ident, model, port, phase }) => ({
          facts: { ident, model, info: phase },
          port: port === null ? null : { shelf: 0, slot: 0, port: portOf(port) },
        })),
  },
])
