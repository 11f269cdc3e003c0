import {
  DeviceError,
  type Implementation,
  type Session,
  type Varbind,
  encodeText,
} from '@linecard/driver-kit'
import {
  cliDescription,
  integerTo,
  maintenance,
  octetsTo,
  portControl,
  typed,
  written,
  type Act,
  type PortState,
  type Step,
} from '@linecard/driver-kit/builders'
import {
  forPorts,
  indexOf,
  isEpon,
  layoutsOf,
  onuControl,
  portBounce,
  usedTrees,
  type Olt,
  type OnuAct,
  type OnuControl,
  type OnuTarget,
  type OnuTree,
} from '@linecard/driver-kit/onus'
import { interfaceDescriptions, type Interface } from '@linecard/driver-kit/modules'
import { onuWord, portOfOnu, portWord } from './cli-names.ts'

const configured = <A extends unknown[]>(lines: (...args: A) => readonly (string | Step)[]): Act<A> =>
  typed((...args: A) =>
    lines(...args).map((line): Step => ({
      mode: 'config',
      ...(typeof line === 'string' ? { command: line } : line),
    })),
  )

/** A text with blanks stands in quotes. Whether a filter works inside of them is not known. */
const words = (text: string): string =>
  cliDescription(text, { max: 64, quote: /\s/.test(text) ? 'double' : 'none', refuse: ";|&$<>'" })

const onlyGpon = ({ one }: OnuTarget, what: string): void => {
  if (!isEpon(one)) return
  throw new DeviceError('Unsupported', `No command is known that ${what} of an EPON ONU on this OLT`)
}

/** Which text of an ONU the API shows: its name, if an operator gave it one, else its description. */
async function shownText(session: Session, { one }: OnuTarget): Promise<'name' | 'description'> {
  const [row] = await session.call(interfaceDescriptions, { interface: one.id })
  const name = row?._name
  return name && !name.includes('ONU-') ? 'name' : 'description'
}

/** The text that is shown becomes the new one. The empty text removes both. */
const descrByCommand: OnuAct<[string]> = async (session, target, text) => {
  onlyGpon(target, 'sets the description')
  const shown = await shownText(session, target)
  const lines = text === '' ? ['no name', 'no description'] : [`${shown} ${words(text)}`]
  return configured(() => [`interface ${onuWord(target.one)}`, ...lines])(session)
}

/** The tree that the firmware fills for this ONU. @throws DeviceError Unsupported if there is none */
async function treeOf(session: Session, olt: Olt, { one }: OnuTarget): Promise<OnuTree> {
  const tree = (await usedTrees(session, olt)).find(
    ({ technology }) => (technology === 'epon') === isEpon(one),
  )
  if (tree) return tree
  throw new DeviceError('Unsupported', `The agent does not show ${one.name}`)
}

/** The instance of a column of this ONU. Boards have different layouts: the agent shows which one it is. */
async function instance(
  session: Session,
  target: OnuTarget,
  oid: string,
  table: Parameters<typeof layoutsOf>[1],
): Promise<string> {
  const oids = (await layoutsOf(session, table)).flatMap(layout => {
    const at = indexOf(layout, target.place)
    return at === null ? [] : [`${oid}.${at}`]
  })
  if (oids.length === 1) return oids[0]!
  const shown = await session.snmp.get(oids)
  const found = oids.find(one => shown.get(one) !== undefined)
  if (found !== undefined) return found
  throw new DeviceError('Unsupported', `The agent does not show ${target.one.name} in ${oid}`)
}

/** Sets a column of the table in which the firmware keeps the state, or the names, of ONUs. */
const setIn = async (
  session: Session,
  olt: Olt,
  target: OnuTarget,
  part: 'state' | 'names',
  column: string,
  varbind: (oid: string) => Varbind,
): Promise<string | null> => {
  const tree = await treeOf(session, olt, target)
  const table = tree[part]
  const columns = table?.columns as Partial<Record<string, { oid: string }>> | undefined
  const oid = columns?.[column]?.oid
  if (!table || oid === undefined)
    throw new DeviceError('Unsupported', `The agent does not show the ${column} of ${target.one.name}`)
  const at = await instance(session, target, oid, table)
  return written(() => [varbind(at)])(session)
}

const admin =
  (olt: Olt): OnuAct<[PortState]> =>
  (session, target, state) =>
    setIn(session, olt, target, 'state', 'admin', oid => integerTo(oid, state === 'enable' ? 1 : 2))

const maxText = 64
const descrBySet =
  (olt: Olt): OnuAct<[string]> =>
  async (session, target, text) => {
    const octets = encodeText(text)
    if (octets.length > maxText)
      throw new DeviceError('BadArgument', `description may have ${maxText} octets on this device`, {
        argument: 'description',
      })
    const shown = await shownText(session, target)
    const columns = text === '' ? (['name', 'description'] as const) : ([shown] as const)
    const said: (string | null)[] = []
    for (const column of columns)
      said.push(await setIn(session, olt, target, 'names', column, oid => octetsTo(oid, octets)))
    return said.join(', ')
  }

/** `Confirm to reboot? [yes/no]:` takes the whole word. */
const answers = [{ prompt: /\[yes\/no\]\s*:?\s*$/i, answer: 'yes' }]
const managed = (lines: (target: OnuTarget) => readonly (string | Step)[]): OnuAct =>
  configured((target: OnuTarget) => [`pon-onu-mng ${onuWord(target.one)}`, ...lines(target)])

const byCommand = {
  reboot: managed(() => [{ command: 'reboot', answers }]),
  reset: managed(() => [{ command: 'restore factory', answers }]),
  delete: configured((target: OnuTarget) => [
    `interface ${portOfOnu(target.one)}`,
    `no onu ${target.place.onu}`,
  ]),
} satisfies OnuControl

const uniByCommand: OnuAct<[number, PortState]> = (session, target, port, state) => {
  onlyGpon(target, 'switches an Ethernet port')
  return managed(() => [`interface eth eth_0/${port} state ${state === 'enable' ? 'unlock' : 'lock'}`])(
    session,
    target,
  )
}

const unis = '1.3.6.1.4.1.3902.1082.500.20.2.3.2.1.5'
const actions = '1.3.6.1.4.1.3902.1082.500.20.2.1.10.1'

/** Changes of firmware 1.2 and 2.1, and of the C600 series. */
export interface ChangeOptions {
  /** Index of an ONU in .1082, for firmware that sets Ethernet ports of ONUs over SNMP. */
  uniIndex?: (place: OnuTarget['place']) => string
  /** Index of an ONU in .1082, for firmware that restarts ONUs over SNMP. */
  actionIndex?: (place: OnuTarget['place']) => string
}

const bySet = (at: (place: OnuTarget['place']) => string): OnuControl => ({
  reboot: written((target: OnuTarget) => [integerTo(`${actions}.1.${at(target.place)}`, 1)]),
  reset: written((target: OnuTarget) => [integerTo(`${actions}.4.${at(target.place)}`, 1)]),
})

const onPort = <A extends unknown[]>(lines: (...args: A) => readonly string[]): Act<[Interface, ...A]> =>
  configured((one: Interface, ...args: A) => [`interface ${portWord(one)}`, ...lines(...args)])

const portState = onPort((state: PortState) => [state === 'enable' ? 'no shutdown' : 'shutdown'])

/** The OLT is silent for half a minute while it writes a large configuration. */
const saveIdleMs = 120_000

/** Everything that changes an OLT of ZTE. */
export const oltChanges = (olt: Olt, { uniIndex, actionIndex }: ChangeOptions): Implementation[] => [
  ...onuControl(olt, {
    ...byCommand,
    ...(actionIndex && bySet(actionIndex)),
    state: admin(olt),
    descr: actionIndex ? descrBySet(olt) : descrByCommand,
    uniState: uniIndex
      ? written((target: OnuTarget, port: number, state: PortState) => [
          integerTo(`${unis}.${uniIndex(target.place)}.${port}`, state === 'enable' ? 1 : 2),
        ])
      : uniByCommand,
  }),
  ...forPorts(
    olt,
    portControl({
      descr: onPort((text: string) => [text === '' ? 'no description' : `description ${words(text)}`]),
      state: portState,
    }),
  ),
  ...portBounce(olt, {
    off: (session, port) => portState(session, port, 'disable'),
    on: (session, port) => portState(session, port, 'enable'),
  }),
  ...maintenance({
    save: { act: typed(() => [{ command: 'write', idleMs: saveIdleMs }]), done: /\[OK\]|success/i },
  }),
]
