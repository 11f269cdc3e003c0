import {
  DeviceError,
  readRows,
  table,
  text,
  type Implementation,
  type Session,
  type Varbind,
  encodeText,
} from '@linecard/driver-kit'
import {
  cliDescription,
  confirmed,
  integerTo,
  maintenance,
  octetsTo,
  portControl,
  typed,
  written,
  type Act,
  type Step,
} from '@linecard/driver-kit/builders'
import { cliText } from '@linecard/driver-kit/cli'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  forPorts,
  layoutsOf,
  onuControl,
  usedTrees,
  type Olt,
  type OnuAct,
  type OnuPlace,
} from '@linecard/driver-kit/onus'
import { ponMode, type PortKind } from './cli.ts'
import { placeIn } from './columns.ts'
import type { OnuIndex } from './indexes.ts'
import { parseName } from './names.ts'
import { cdata, nscrtv } from './nodes.ts'
import { eponInfo } from './onus/epon.ts'
import { onuColumn } from './onus/fd11.ts'
import { gponInfo } from './onus/gpon.ts'
import { fd11UniAdmin, uniColumn } from './onus/uni.ts'

type Target = Parameters<OnuAct>[1]
const codes = { enable: 1, disable: 2 } as const

/** The configuration is written to the flash. The agent confirms the request, not the end of the writing. */
const save = (oid: string): Implementation[] =>
  maintenance({ save: { act: written(() => [integerTo(oid, 1)]) } })
const nscrtvSave = `${nscrtv}.2.3.1.1.14.0`

const described = table({ text: text(`${gponInfo}.2`) })

/**
 * A device that was taken for another series has its ONUs in the tables of the other technology.
 * @throws DeviceError Unsupported: its commands are not those of this series
 */
async function onlyIn(session: Session, olt: Olt, technology: 'gpon' | 'epon'): Promise<void> {
  if ((await usedTrees(session, olt)).some(tree => tree.technology !== technology))
    throw new DeviceError(
      'Unsupported',
      `The OLT does not have its ONUs where a ${technology.toUpperCase()} OLT of this series has them. ` +
        'Nothing was sent. Give the device its real model.',
    )
}

/** The row of an ONU in the tables of the OLT. */
async function rowOf(session: Session, index: OnuIndex, place: OnuPlace): Promise<string | null> {
  const [onu] = await layoutsOf(session, { index })
  return onu?.encode(place) ?? null
}

/**
 * The OLT writes the place of an ONU before its description. If it is another place than that of its index,
 * the numbers of a command would hit another ONU.
 * @throws DeviceError NotApplied before anything is sent
 */
async function samePlace(session: Session, index: OnuIndex, { one, place }: Target): Promise<void> {
  const at = await rowOf(session, index, place)
  if (at === null) return
  const row = (await readRows(session, described, [at])).get(at)
  const shown = row?.text ? placeIn(row.text) : null
  if (shown && (shown.slot !== place.slot || shown.port !== place.port || shown.onu !== place.onu))
    throw new DeviceError(
      'NotApplied',
      `The OLT calls ${one.name} ONU ${shown.onu} of port 0/${shown.slot}/${shown.port}. Nothing was sent.`,
    )
}

/** Commands about one ONU, in the mode of its PON ports. */
const onOnu =
  <A extends unknown[]>(
    olt: Olt,
    index: OnuIndex,
    words: (onu: string, ...args: A) => string,
    more: Step[] = [],
  ): OnuAct<A> =>
  async (session, target, ...args) => {
    const { port, onu, slot } = target.place
    await onlyIn(session, olt, 'gpon')
    const steps = [
      { command: words(`${port} ${onu}`, ...args), mode: ponMode('gpon', slot), answers: confirmed },
      ...more,
    ]
    await samePlace(session, index, target)
    return typed(() => steps)(session)
  }

/** The console takes no text with a space; an ONU gets `_` for it, as operators of this OLT do. */
const onuText = (value: string) => cliDescription(value.replaceAll(' ', '_'), { max: 64, quote: 'none' })
const portText = (value: string) => cliDescription(value, { max: 16, quote: 'none' })

const uniNumber = (num: number) => cliText(String(num), { argument: 'num', max: 2, quote: 'none' })

/** Commands about a port, in the mode of its kind and slot. */
const onPort =
  <A extends unknown[]>(
    words: (port: string, ...args: A) => string,
    kinds: readonly PortKind[],
  ): Act<[Interface, ...A]> =>
  (session, one, ...args) => {
    const named = parseName(one.name)
    const kind = kinds.find(known => (named?.kind === 'pon' ? known.endsWith('pon') : known === named?.kind))
    if (!named || kind === undefined)
      throw new DeviceError('Unsupported', `The OLT has no command for this change of ${one.name}`, {
        argument: 'interface',
      })
    return typed(() => [{ command: words(String(named.port), ...args), mode: ponMode(kind, named.slot) }])(
      session,
    )
  }

const portName = (kinds: readonly PortKind[]) =>
  onPort((port, description: string) => `port-name ${port} ${portText(description)}`, kinds)

/** Changes of a GPON or XGS-PON OLT: over the console, except the save. */
export const gponChanges = (olt: Olt, index: OnuIndex, v3: boolean): Implementation[] => [
  ...onuControl(olt, {
    reboot: onOnu(olt, index, onu => `ont reboot ${onu}`),
    reset: onOnu(olt, index, onu => `ont restore factory ${onu}`),
    delete: onOnu(olt, index, onu => `ont delete ${onu}`, [
      { command: 'save', mode: 'config', answers: confirmed },
    ]),
    state: onOnu(olt, index, (onu, state) => `ont ${state === 'enable' ? 'activate' : 'deactivate'} ${onu}`),
    descr: onOnu(olt, index, (onu, description) => `ont description ${onu} ${onuText(description)}`),
    uniState: onOnu(
      olt,
      index,
      (onu, num, state) => `ont port attribute ${onu} eth ${uniNumber(num)} operational-state ${state}`,
    ),
  }),
  ...forPorts(
    olt,
    portControl({
      descr: v3
        ? onPort((port, description) => `port-desc ${port} description ${portText(description)}`, ['gpon'])
        : portName(['gpon', 'ge', 'xge']),
      state: onPort(
        (port, state) => (state === 'enable' ? `no shutdown ${port}` : `shutdown ${port}`),
        ['gpon'],
      ),
    }),
  ),
  ...save(nscrtvSave),
]

/**
 * Changes of an EPON OLT of FD12xx: of ONUs over SNMP, of ports over the console. `index`: the row of an ONU.
 */
export function eponChanges(olt: Olt, index: OnuIndex): Implementation[] {
  const onRow =
    <A extends unknown[]>(cells: (row: string, ...args: A) => Varbind[]): OnuAct<A> =>
    async (session, target, ...args) => {
      await onlyIn(session, olt, 'epon')
      const row = await rowOf(session, index, target.place)
      if (row === null)
        throw new DeviceError('NotApplied', `The OLT has no row of ${target.one.name}. Nothing was sent.`)
      return written<[Target, ...A]>(() => cells(row, ...args))(session, target, ...args)
    }
  return [
    ...onuControl(olt, {
      reboot: onRow(row => [integerTo(`${eponInfo}.17.${row}`, 1)]),
      delete: onRow(row => [integerTo(`${nscrtv}.2.3.4.5.2.1.4.${row}`, 6)]),
      descr: onRow((row, description) => [octetsTo(`${eponInfo}.2.${row}`, encodeText(description))]),
      uniState: onRow((row, num, state) => [
        integerTo(`${uniColumn('epon', 4)}.${row}.0.${num}`, codes[state]),
      ]),
    }),
    ...forPorts(olt, portControl({ descr: portName(['epon', 'ge', 'xge']) })),
    ...save(nscrtvSave),
  ]
}

const inOnu = (command: string): OnuAct =>
  typed(({ place: { port, onu } }: Target) => [
    `olt ${port}`,
    `onu ${onu}`,
    { command, answers: confirmed },
    'exit',
    'exit',
  ])
const pair = ({ place: { port, onu } }: Target) => `${port}.${onu}`

/** Changes of FD1104 and FD1108: reboot, reset and delete over the console. */
export function fd11Changes(olt: Olt): Implementation[] {
  return [
    ...onuControl(olt, {
      reboot: inOnu('ctc reboot'),
      reset: inOnu('default'),
      delete: typed(({ place: { port, onu } }: Target) => [`olt ${port}`, `no-bind onu-id ${onu}`, 'exit']),
      descr: written((target, description) => [
        octetsTo(`${onuColumn(4)}.${pair(target)}`, encodeText(description)),
      ]),
      uniState: written((target, num, state) => [
        integerTo(`${fd11UniAdmin}.${pair(target)}.${num}`, codes[state]),
      ]),
    }),
    ...save(`${cdata}.1.3.1.2.12.0`),
  ]
}
