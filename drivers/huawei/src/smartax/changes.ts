import { DeviceError, type Implementation, type Session } from '@linecard/driver-kit'
import {
  cliDescription,
  confirmed,
  integerTo,
  maintenance,
  portControl,
  setAdmin,
  setAlias,
  typed,
  written,
} from '@linecard/driver-kit/builders'
import type { CliAnswer } from '@linecard/driver-kit/cli'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  forPorts,
  isEpon,
  onuControl,
  portBounce,
  type Olt,
  type OnuAct,
  type OnuTarget,
  type PlaceIndex,
} from '@linecard/driver-kit/onus'
import { eponOnu, gponOnu } from './indexes.ts'
import { devices } from './nodes.ts'
import { clearGpon } from './onus/counters.ts'
import { uniAdmin } from './onus/uni.ts'

/** `Are you sure …? (y/n)[n]:` */
const yes: CliAnswer = { prompt: /\(y\/n\)\s?\[[yn]\]\s?:?\s*$/i, answer: 'y' }
const mode = 'config'
const waitMs = 60_000

const kindOf = (one: Interface) => (isEpon(one) ? 'epon' : 'gpon')
/** The view of the board of a port. */
const board = (one: Interface, { shelf, slot }: { shelf: number; slot: number }) => ({
  command: `interface ${kindOf(one)} ${shelf}/${slot}`,
  mode,
})

/** Back to the view of the configuration: the view of a board does not know the other boards. */
const leave = { command: 'quit', mode }

/** Commands in the view of the ONU's board, each followed by `<port> <ONU>`. */
const onBoard = (before: string, after: (...texts: string[]) => string = () => '') =>
  typed((target: OnuTarget, ...texts: string[]) => {
    const { one, place } = target
    return [
      board(one, place),
      {
        command: `${before} ${place.port} ${place.onu}${after(...texts)}`,
        mode,
        answers: [yes, yes],
        idleMs: waitMs,
      },
      leave,
    ]
  })

/** What the OLT says if an ONU has no service ports, and how it counts what it could not delete. */
const noServices = /no service (?:virtual )?port/i
const notAll = /(?:success|succeeded)\s?:\s?0\b/i

/** First its service ports, then the ONU: the OLT does not delete one that has them. */
const remove: OnuAct = async (session, target) => {
  const { shelf, slot, port, onu } = target.place
  const first = `undo service-port port ${shelf}/${slot}/${port} ont ${onu}`
  const words = await session.cli.run(first, { mode, answers: [yes, yes], lenient: true, idleMs: waitMs })
  if (/^\s*(?:Failure\s?:|% )/im.test(words) && !noServices.test(words))
    throw new DeviceError('CommandRejected', `The device refused "${first}": ${words.trim().slice(0, 300)}`)
  const services = noServices.test(words) ? '' : words.trim()
  try {
    const answer = await onBoard('ont delete')(session as Session, target)
    if (answer !== null && notAll.test(answer)) throw new DeviceError('CommandRejected', answer.trim())
    return [services, answer].filter(Boolean).join('\n') || null
  } catch (error) {
    if (!(error instanceof DeviceError) || services === '') throw error
    const { kind, message, missing, partial, notSent } = error
    throw new DeviceError(kind, `${message} (its service ports were deleted before)`, {
      missing,
      partial,
      notSent,
      cause: error,
    })
  }
}

/** SETs by the row of the ONU. */
const set = <A extends unknown[]>(
  oids: Partial<Record<'gpon' | 'epon', string>>,
  value: (...args: A) => number,
  tail: (...args: A) => string = () => '',
): OnuAct<A> =>
  written(({ one, place }: OnuTarget, ...args: A) => {
    const kind = kindOf(one)
    const oid = oids[kind]
    if (oid === undefined)
      throw new DeviceError('Unsupported', `This change of an ${kind.toUpperCase()} ONU is not known`)
    const layout: PlaceIndex = kind === 'epon' ? eponOnu : gponOnu
    return [integerTo(`${oid}.${layout.encode(place)}${tail(...args)}`, value(...args))]
  })

const control = (column: number) => ({ gpon: `${devices}.46.1.${column}`, epon: `${devices}.57.1.${column}` })
const onOff = (state: 'enable' | 'disable') => (state === 'enable' ? 1 : 2)

/** What the OLT shows in place of an empty description. */
const noDescription = 'ONT_NO_DESCRIPTION'

const onuChanges = (olt: Olt): Implementation[] =>
  onuControl(olt, {
    reboot: set(control(2), () => 1),
    reset: onBoard('ont factory-setting-restore'),
    delete: remove,
    state: set(control(1), onOff),
    descr: onBoard(
      'ont modify',
      (text = '') => ` desc ${cliDescription(text === '' ? noDescription : text, { max: 64 })}`,
    ),
    clearCounters: set({ gpon: clearGpon }, () => 1),
    uniState: set(
      uniAdmin,
      (_port: number, state: 'enable' | 'disable') => onOff(state),
      port => `.${port}`,
    ),
  })

/** The laser of a PON port: the OLT has no command that resets the port. */
const laser = (olt: Olt, state: 'on' | 'off') =>
  typed((port: Interface) => {
    const place = olt.places.placeOf(port.id)!
    return [
      board(port, place),
      { command: `port ${place.port} laser-switch ${state}`, mode, answers: [yes] },
      leave,
    ]
  })

/** Changes of SmartAX. Source: MA5600T and MA5800 command references; HUAWEI-XPON-MIB. */
export const changes = (olt: Olt): Implementation[] => [
  ...onuChanges(olt),
  ...portBounce(olt, { off: laser(olt, 'off'), on: laser(olt, 'on'), pauseMs: 5000 }),
  ...forPorts(olt, portControl({ descr: setAlias(), state: setAdmin() })),
  ...maintenance({
    save: {
      act: typed(() => [{ command: 'save', answers: [yes], idleMs: 180_000 }]),
      done: /saved successfully|save.*succe/i,
    },
    reboot: typed(() => [{ command: 'reboot system', answers: [yes, yes, ...confirmed], idleMs: 5000 }]),
  }),
]
