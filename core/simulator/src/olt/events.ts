import { random } from '../random.ts'
import type { EventTarget, OltEvent, OltEventName } from './event.ts'
import { identOf } from './idents.ts'
import type { SimulatedOlt } from './olt.ts'
import type { Onu, PonPort } from './onu-state.ts'
import * as operations from './operations.ts'
import * as registrations from './registrations.ts'
import * as physics from './physics.ts'

const portNamed = (olt: SimulatedOlt, name: string | undefined): PonPort => {
  const found = olt.pons.find(({ ifName }) => ifName === name)
  if (!found) throw new Error(`${olt.identity.sysName} has no PON port "${name}"`)
  return found
}
const uplinkNamed = (olt: SimulatedOlt, name: string | undefined) => {
  const found = olt.uplinks.find(({ ifName }) => ifName === name)
  if (!found) throw new Error(`${olt.identity.sysName} has no uplink "${name}"`)
  return found
}
const slotNamed = (olt: SimulatedOlt, slot: number | undefined): number => {
  if (slot === undefined || !olt.cards.some(card => card.slot === slot))
    throw new Error(`${olt.identity.sysName} has no card in slot ${slot}`)
  return slot
}
const portsOf = (olt: SimulatedOlt, slot: number) => olt.pons.filter(port => port.slot === slot)
const serialOf = (text: string | undefined): Buffer => {
  const serial = identOf(text ?? '')
  if (!serial) throw new Error(`"${text}" is no serial number and no MAC address`)
  return serial
}

function onusOf(olt: SimulatedOlt, { onu, port, share = 1 }: EventTarget): readonly Onu[] {
  if (onu !== undefined) {
    const [, name, number] = /^(.+):(\d+)$/.exec(onu) ?? []
    const pon = olt.pons.find(one => one.ifName === name)
    const serial = identOf(onu)
    const found = pon
      ? registrations.onuAt(pon, Number(number))
      : serial && registrations.onuWith(olt, serial)
    if (!found) throw new Error(`${olt.identity.sysName} has no ONU "${onu}"`)
    return [found]
  }
  const all = port === undefined ? olt.onus : portNamed(olt, port).onus
  return share >= 1 ? all : all.filter(one => random(`${one.seed} share`)() < share)
}

type Action = (olt: SimulatedOlt, event: OltEvent, now: number) => void
const each =
  (act: (onu: Onu, now: number, olt: SimulatedOlt) => unknown): Action =>
  (olt, event, now) => {
    for (const onu of onusOf(olt, event)) act(onu, now, olt)
  }
const isTrunk = ({ onu, share = 1 }: OltEvent) => onu === undefined && share >= 1
const trunksOf = (olt: SimulatedOlt, { port }: OltEvent) =>
  port === undefined ? olt.pons : [portNamed(olt, port)]

const actions = {
  'power-loss': (olt, event, now) => physics.losePower(onusOf(olt, event), now, event.silent),
  'fibre-cut'(olt, event, now) {
    if (isTrunk(event)) for (const port of trunksOf(olt, event)) physics.cutTrunk(port, now)
    else physics.cutDrops(onusOf(olt, event), now)
  },
  /** Ends power losses, cuts and drifts. */
  repair(olt, event, now) {
    if (isTrunk(event)) for (const port of trunksOf(olt, event)) physics.repairTrunk(port, now)
    const onus = onusOf(olt, event)
    physics.repairDrops(onus, now)
    physics.restorePower(onus, now)
    physics.driftLight(onus, 0, 0, now)
  },
  drift: (olt, event, now) =>
    physics.driftLight(onusOf(olt, event), event.db ?? -3, (event.overSeconds ?? 0) * 1000, now),
  reboot: each((onu, now) => operations.rebootOnu(onu, now)),
  delete: each((onu, now, olt) => registrations.deleteOnu(olt, onu, now)),
  enable: each((onu, now) => operations.enableOnu(onu, true, now)),
  disable: each((onu, now) => operations.enableOnu(onu, false, now)),
  rogue: each(onu => {
    onu.rogue = true
  }),
  replace: (olt, event, now) => {
    const [onu] = onusOf(olt, event)
    registrations.replaceOnu(olt, onu!, serialOf(event.serial), now, event.type)
  },
  /** An unregistered ONU is connected, or the missing one of a registration. */
  appear: (olt, event, now) =>
    registrations.connectOnu(
      olt,
      portNamed(olt, event.port),
      serialOf(event.serial),
      event.type ?? olt.types[0]!.name,
      now,
    ),
  leave: (olt, event) => registrations.disconnectOnu(olt, serialOf(event.serial)),
  refuse: (olt, event, now) =>
    registrations.refuseOnu(olt, portNamed(olt, event.port), serialOf(event.serial), 'blacklist', now),
  allow: (olt, event) => registrations.allowOnu(olt, serialOf(event.serial)),
  register(olt, event, now) {
    const { port, serial, number, type, name, description } = event
    const wish = { port: portNamed(olt, port), serial: serialOf(serial), id: number, type, name, description }
    const done = registrations.registerOnu(olt, wish, now)
    if (typeof done === 'string') throw new Error(`${serial}: ${done}`)
  },
  'port-down': (olt, event, now) => operations.enablePon(portNamed(olt, event.port), false, now),
  'port-up': (olt, event, now) => operations.enablePon(portNamed(olt, event.port), true, now),
  'card-out'(olt, event, now) {
    const slot = slotNamed(olt, event.slot)
    olt.pulled.add(slot)
    physics.pullCard(portsOf(olt, slot), now)
  },
  'card-in'(olt, event, now) {
    const slot = slotNamed(olt, event.slot)
    olt.pulled.delete(slot)
    physics.insertCard(portsOf(olt, slot), now)
  },
  'uplink-down': (olt, event, now) => uplinkNamed(olt, event.port).cable.cut(now, Infinity),
  'uplink-up': (olt, event, now) => uplinkNamed(olt, event.port).cable.cut(now, 0),
  /** The OLT restarts: it is silent, then it registers its ONUs again. */
  restart(olt, _event, now) {
    olt.control.reboot()
    physics.registerAgain(olt.onus, now, olt.facts.bootMs)
  },
} satisfies Record<OltEventName, Action>

/** Executes an event. Throws if it names a port or an ONU that is not there. */
export function execute(olt: SimulatedOlt, event: OltEvent, now: number): void {
  const action = (actions as Record<string, Action>)[event.do]
  if (!action)
    throw new Error(`"${event.do}" is no event; there are ${Object.keys(actions).toSorted().join(', ')}`)
  action(olt, event, now)
}
