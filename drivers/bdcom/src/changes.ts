import { DeviceError, type Implementation } from '@linecard/driver-kit'
import {
  cliName,
  ifControl,
  ifIndexOf,
  integerTo,
  maintenance,
  setAlias,
  typed,
  written,
  type Act,
} from '@linecard/driver-kit/builders'
import { forPorts, onuControl, type Olt, type OnuTarget } from '@linecard/driver-kit/onus'
import { bdcom } from './columns.ts'
import { onuEntry } from './onus/epon.ts'
import { configEntry } from './onus/gpon.ts'
import { eponUni, gponUni } from './onus/uni.ts'

const codes = { enable: 1, disable: 2 } as const
/** Before a restart of an ONU: `Are you sure to reboot …?(y/n)`. */
const sure = [{ prompt: /are you sure|\(y\/n\)/i, answer: 'y' }]

/** The lowest and highest number of an Ethernet port in a row index. */
function uniNumber(port: number): number {
  if (Number.isInteger(port) && port >= 1 && port <= 255) return port
  throw new DeviceError('BadArgument', `num is ${port}: it must be 1..255`, { argument: 'num' })
}

/** Unbinds the ONU from its PON port. The OLT gives the number to the next ONU that it binds. */
const unbind = (technology: 'epon' | 'gpon'): Act<[OnuTarget]> =>
  typed(({ place }: OnuTarget) =>
    [
      `interface ${technology.toUpperCase()}0/${place.port}`,
      `no ${technology} bind-onu sequence ${place.onu}`,
      'exit',
    ].map(command => ({ command, mode: 'config' })),
  )

/** saveConfig of NMS-CONFIG: 1 writes the running configuration. */
const save = () => maintenance({ save: { act: written(() => [integerTo(`${bdcom}.20.15.1.1.0`, 1)]) } })

/** Changes of ONUs and ports on an EPON OLT. */
export const eponChanges = (olt: Olt): Implementation[] => [
  ...onuControl(olt, {
    reboot: typed(({ one }) => [{ command: `epon reboot onu interface ${cliName(one)}`, answers: sure }]),
    reset: written(({ one }) => [integerTo(`${onuEntry}.29.${ifIndexOf(one)}`, 0)]),
    delete: unbind('epon'),
    descr: (session, { one }, text) => setAlias()(session, one, text),
    uniState: written(({ one }, port, state) => [
      integerTo(`${eponUni}.7.${ifIndexOf(one)}.${uniNumber(port)}`, codes[state]),
    ]),
  }),
  ...forPorts(olt, ifControl()),
  ...save(),
]

/** Changes of ONUs and ports on a GPON OLT. */
export const gponChanges = (olt: Olt): Implementation[] => [
  ...onuControl(olt, {
    reboot: written(({ one }) => [integerTo(`${configEntry}.4.${ifIndexOf(one)}`, 1)]),
    state: written(({ one }, state) => [integerTo(`${configEntry}.3.${ifIndexOf(one)}`, codes[state])]),
    descr: (session, { one }, text) => setAlias({ oid: `${configEntry}.21` })(session, one, text),
    delete: unbind('gpon'),
    uniState: written(({ one }, port, state) => [
      integerTo(`${gponUni}.3.${ifIndexOf(one)}.${uniNumber(port)}`, codes[state]),
    ]),
  }),
  ...forPorts(olt, ifControl()),
  ...save(),
]
