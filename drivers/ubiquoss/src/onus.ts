import { enumeration, mac, scaled, table, text } from '@linecard/driver-kit'
import type { Olt, OnuTree } from '@linecard/driver-kit/onus'
import { onu } from './nodes.ts'
import { byPort, places } from './places.ts'

const index = [byPort]

/** onuPonMacTable. */
const epon: OnuTree = {
  technology: 'epon',
  list: { columns: table({ mac: mac(`${onu}.2`) }), index },
  state: {
    columns: table({
      phase: enumeration(`${onu}.5`, { 1: 'up', 2: 'down', 3: 'cableDown' }),
      admin: enumeration(`${onu}.4`, { 0: 'Disabled', 1: 'Enabled' }),
    }),
    index,
    words: { phases: { up: 'Online', down: 'Offline', cableDown: 'LOS' }, lost: [], reasons: {} },
  },
  names: { columns: table({ description: text(`${onu}.6`) }), index },
  macs: { columns: table({ mac: mac(`${onu}.2`) }), index },
  atOlt: [
    { columns: table({ distance: scaled(`${onu}.8`, { by: 1, none: [0], min: 1, max: 100_000 }) }), index },
  ],
  vendors: [{ columns: table({ model: text(`${onu}.3`) }), index }],
}
export const olt: Olt = { places, trees: [[epon]] }
