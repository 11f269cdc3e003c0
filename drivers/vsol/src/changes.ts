import {
  DeviceError,
  integer,
  readRows,
  table,
  type Implementation,
  type Session,
  encodeText,
} from '@linecard/driver-kit'
import {
  cliDescription,
  integerTo,
  maintenance,
  typed,
  written,
  type Step,
} from '@linecard/driver-kit/builders'
import { onuControl, type Olt, type OnuAct } from '@linecard/driver-kit/onus'
import { epon, gpon, switching } from './columns.ts'
import { act } from './registers.ts'

/** Restart of the OLT, and saving of its configuration (both technologies). */
export const oltMaintenance = (): Implementation[] =>
  maintenance({
    save: { act: written(() => [integerTo(`${switching}.12.8.2.0`, 1)]) },
    reboot: written(() => [integerTo(`${switching}.12.1.0`, 1)]),
  })

/** gOnuOp: PON port, ONU, action. */
const operation = { pon: `${gpon}.5.1.0`, onu: `${gpon}.5.2.0`, action: `${gpon}.5.3.0` }
/** gOnuOpAction. The other actions concern all ONUs of a port. */
const actions = { reboot: 1, delete: 2, enable: 3, disable: 4 } as const

const operate =
  (action: number): OnuAct =>
  (session, { place }) =>
    act(
      session,
      [
        { oid: operation.pon, value: place.port },
        { oid: operation.onu, value: place.onu },
      ],
      { oid: operation.action, value: action },
    )

/** gOnuSrvInfoPortTable: how an Ethernet port of an ONU is configured. */
const port = `${gpon}.8.15.1`
const portConfig = table({
  loop: integer(`${port}.5`),
  speed: integer(`${port}.6`),
  macs: integer(`${port}.7`),
})
/** gOnuCfgPort: registers of an Ethernet port. Submitting writes all of them to the ONU. */
const portSet = `${gpon}.7.8`

/**
 * Switches an Ethernet port of an ONU. The submit writes speed, loop detection and the limit of addresses
 * too, so they get the values that the port has.
 */
const uniState: OnuAct<[number, 'enable' | 'disable']> = async (
  session: Session,
  { one, place },
  num,
  state,
) => {
  const index = `${place.port}.${place.onu}.${num}`
  const now = (await readRows(session, portConfig, [index])).get(index)
  if (!now || now.speed === null || now.loop === null)
    throw new DeviceError(
      'BadArgument',
      `${one.name} has no Ethernet port ${num}, or the OLT does not show its configuration. ` +
        'Nothing was changed.',
      { argument: 'num' },
    )
  return act(
    session,
    [
      { oid: `${portSet}.1.0`, value: place.port },
      { oid: `${portSet}.2.0`, value: place.onu },
      { oid: `${portSet}.3.0`, value: num },
      { oid: `${portSet}.4.0`, value: state === 'enable' ? 0 : 1 },
      { oid: `${portSet}.5.0`, value: now.loop },
      { oid: `${portSet}.6.0`, value: now.speed },
      ...(now.macs === null ? [] : [{ oid: `${portSet}.8.0`, value: now.macs }]),
    ],
    { oid: `${portSet}.7.0`, value: 1 },
  )
}

const config = (command: string): Step => ({ command, mode: 'config' })

/** Changes of ONUs of GPON: by registers, the description by the console. */
export const gponChanges = (olt: Olt): Implementation[] =>
  onuControl(olt, {
    reboot: operate(actions.reboot),
    delete: operate(actions.delete),
    state: (session, target, state) => operate(actions[state])(session, target),
    uniState,
    descr: (session, { place }, description) =>
      typed(() => {
        const text =
          description === ''
            ? `GPON0/${place.port}:${place.onu}`
            : cliDescription(description, { max: 64, quote: 'none' })
        return [
          config(`interface gpon ${place.slot}/${place.port}`),
          config(`onu ${place.onu} desc ${text}`),
          config('exit'),
        ]
      })(session),
  })

/** onuReset: PON port, ONU, action. The ONU restarts. */
const reset: OnuAct = (session, { place }) =>
  act(
    session,
    [
      { oid: `${epon}.2.11.1.0`, value: place.port },
      { oid: `${epon}.2.11.2.0`, value: place.onu },
    ],
    { oid: `${epon}.2.11.3.0`, value: 1 },
  )

/** The longest description that V1600D stores, octets. */
const maxDescription = 64

/** Changes of ONUs of EPON, all by registers. */
export const eponChanges = (olt: Olt): Implementation[] =>
  onuControl(olt, {
    reboot: reset,
    reset,
    descr: (session, { place }, description) => {
      const octets = encodeText(description)
      if (octets.length > maxDescription)
        throw new DeviceError(
          'BadArgument',
          `description may have ${maxDescription} octets on this device, not ${octets.length}`,
          { argument: 'description' },
        )
      return act(
        session,
        [
          { oid: `${epon}.1.16.1.0`, value: place.port },
          { oid: `${epon}.1.16.2.0`, value: place.onu },
          { oid: `${epon}.1.16.3.0`, value: octets },
        ],
        { oid: `${epon}.1.16.4.0`, value: 1 },
      )
    },
  })
