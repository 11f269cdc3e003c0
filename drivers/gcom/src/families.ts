import { DeviceError, defineFamily, type Implementation, encodeText } from '@linecard/driver-kit'
import {
  integerTo,
  octetsTo,
  portControl,
  setAlias,
  systemInfo,
  written,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'
import { forPorts, onuControl, onuModules, type Olt, type OnuTarget } from '@linecard/driver-kit/onus'
import { onuFdb, ponOptical, resources, uniAdmin, uniPorts } from './modules.ts'
import { info, newOlt, oldOlt } from './olt.ts'
import { slotPortOnu } from './place.ts'

/** The console takes `enable` with a password. It says what it does not take without a sign before it. */
const cli = industryCli({ errors: [/^\s*(?:Incomplete command|Too many parameters|Unknown command)/i] })

/** The longest description of an ONU, octets. */
const maxDescription = 64

const indexOf = ({ place }: OnuTarget): string => slotPortOnu.encode(place)!

/** Changes by SET on the row of the ONU. */
const changes = (olt: Olt): Implementation[] => [
  ...onuControl(olt, {
    reset: (session, target) => written(() => [integerTo(`${info}.17.${indexOf(target)}`, 1)])(session),
    descr: (session, target, description) => {
      const octets = encodeText(description)
      if (octets.length > maxDescription)
        throw new DeviceError(
          'BadArgument',
          `description may have ${maxDescription} octets on this device, not ${octets.length}`,
          { argument: 'description' },
        )
      return written(() => [octetsTo(`${info}.5.${indexOf(target)}`, octets)])(session)
    },
    uniState: (session, target, num, state) =>
      written(() => [integerTo(`${uniAdmin}.${indexOf(target)}.${num}`, state === 'enable' ? 2 : 0)])(
        session,
      ),
  }),
  ...forPorts(olt, portControl({ descr: setAlias() })),
]

const common = (olt: Olt): Implementation[] => [
  systemInfo({ vendor: 'GCOM', noEntity: true }),
  resources,
  ...onuModules(olt, { capacity: () => 64 }),
  uniPorts(olt),
  ...changes(olt),
]

/** EL5610. */
export const el5610 = defineFamily({
  id: 'el5610',
  cli,
  snmp: { maxRepetitions: 20 },
  modules: [...common(newOlt), ponOptical(newOlt), onuFdb(newOlt)],
})

/** The older series: no light and no MAC addresses. */
export const el5610Old = defineFamily({
  id: 'el5610-old',
  cli,
  snmp: { maxRepetitions: 20 },
  modules: common(oldOlt),
})
