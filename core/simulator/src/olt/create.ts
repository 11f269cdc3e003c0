import { createConfiguration } from './configuration.ts'
import { between, random } from '../random.ts'
import { type DeviceBase, type SimulatedOptions, deviceBase, createPort } from '../simulated/base.ts'
import { bridge } from '../simulated/mibs/bridge.ts'
import { interfaces } from '../simulated/mibs/interfaces.ts'
import { ipAddresses } from '../simulated/mibs/ip.ts'
import { lldp } from '../simulated/mibs/lldp.ts'
import { system } from '../simulated/mibs/system.ts'
import { vlans as vlanTables } from '../simulated/mibs/vlans.ts'
import { simulatedMib } from '../simulated/simulated-mib.ts'
import { configured } from '../simulated/timeline.ts'
import { type Vlan, defaultVlans } from '../simulated/vlan.ts'
import type { ScriptedEvent } from './event.ts'
import { execute } from './events.ts'
import type { Card } from './hardware.ts'
import type { OltModel, SimulatedOlt, OltControl } from './olt.ts'
import type { PonPort } from './onu-state.ts'
import { createOnu } from './onu.ts'
import { commonTypes } from './onu-types.ts'
import { createScript } from './script.ts'
import { createVisitors } from './visitors.ts'
import type { Clock } from '../simulated/clock.ts'
import type { SystemFacts } from '../simulated/identity.ts'
import type { Port } from '../simulated/port.ts'
import { macPlus } from '../simulated/values.ts'

const common = { alias: '', lldpPort: 0, pvid: 1, errorRate: 0, fiber: true }

/** The PON ports of all cards, without ONUs. */
const ponPorts = (model: OltModel, cards: readonly Card[], base: DeviceBase): PonPort[] =>
  cards.flatMap(card =>
    card.pon === undefined
      ? []
      : Array.from({ length: card.ports }, (_, n): PonPort => {
          const names = model.pon(card, n + 1)
          const port = createPort(
            {
              ...common,
              ifType: 250,
              ...names,
              mac: macPlus(base.facts.mac, names.ifIndex & 0xffff),
              speedMbps: card.pon === 'gpon' ? 2500 : 1250,
              kind: 'steady',
              rates: [4_000_000, 600_000],
              tagged: [],
            },
            names.ifName,
            base,
          )
          const place = { card, slot: card.slot, number: n + 1, technology: card.pon! }
          return Object.assign(port, place, { fibre: 'whole' as const, pulled: false, onus: [] })
        }),
  )

/** The uplinks, which carry all VLANs. */
const uplinkPorts = ({ uplinks }: OltModel, base: DeviceBase, vlans: readonly Vlan[]): Port[] =>
  uplinks.map(({ slot: _slot, port, speedMbps, ...names }) =>
    createPort(
      {
        ...common,
        ifType: 6,
        ...names,
        tagged: vlans.map(vlan => vlan.id),
        lldpPort: names.ifIndex,
        mac: macPlus(base.facts.mac, port),
        speedMbps,
        kind: 'dark',
        rates: [9_000_000, 60_000_000],
      },
      names.ifName,
      base,
    ),
  )

/** Saving and restarting an OLT. What was configured is kept over a restart, saved or not. */
function createOltControl(facts: SystemFacts, clock: Clock, rebootMs: number): OltControl {
  let downUntil = -Infinity
  const listeners: (() => void)[] = []
  return {
    unsaved: false,
    save() {
      this.unsaved = false
    },
    reboot() {
      downUntil = clock.now() + rebootMs
      facts.bootMs = downUntil
      for (const listener of listeners) listener()
    },
    get down() {
      return clock.now() < downUntil
    },
    onReboot: listener => {
      listeners.push(listener)
    },
  }
}

/** Options of an OLT, whichever its model. */
export interface LivingOltOptions extends SimulatedOptions {
  vendor: string
  model: string
  /** ONUs of a PON port at most; some ports have none. Default 12. */
  onusPerPort?: number
  /** Exactly this number of ONUs on every port, instead of `onusPerPort`. */
  onusOnEveryPort?: number
  /** Cards instead of those of the model, e.g. more of them. */
  cards?: readonly Card[]
  /** ONUs do nothing by themselves: no random drops, no visitors in autofind. */
  steady?: boolean
  /** What happens, and when. */
  script?: readonly ScriptedEvent[]
  vlans?: readonly Vlan[]
  /** How long a reboot takes, in ms. Default 15 s. */
  rebootMs?: number
}

/** Registers the ONUs of the start. The first port always has some. */
function fillPorts(
  pons: readonly PonPort[],
  model: OltModel,
  options: LivingOltOptions,
  base: DeviceBase,
): void {
  const { onusPerPort = 12, onusOnEveryPort, steady = false } = options
  const next = random(`${base.seed} onus`)
  const { first } = model.numbers ?? { first: 1 }
  for (const [n, port] of pons.entries()) {
    const count =
      onusOnEveryPort ?? (n > 0 && next() < 0.35 ? 0 : between(next, Math.ceil(onusPerPort / 2), onusPerPort))
    port.onus = Array.from({ length: count }, (_, at) => {
      const seed = `${base.seed} ${port.ifName} onu ${at + 1}`
      const types = model.types ?? commonTypes
      return createOnu({ port, id: first + at, seed, steady, types }, base.startMs)
    })
  }
}

/** A living OLT: cards, ports, and ONUs that come and go, are registered, deleted and changed. */
export function createLivingOlt(model: OltModel, options: LivingOltOptions): SimulatedOlt {
  const { sysDescr, sysObjectId, oui } = model
  const base = deviceBase(options, { sysDescr, sysObjectId, capabilities: 0x28, oui })
  const { facts, seed, clock, startMs } = base
  const cards = options.cards ?? model.cards
  const vlans = options.vlans ?? defaultVlans
  const pons = ponPorts(model, cards, base)
  const uplinks = uplinkPorts(model, base, vlans)
  fillPorts(pons, model, options, base)
  let generation = 0
  let list: { generation: number; onus: SimulatedOlt['onus'] } | undefined
  const script = createScript(options.script ?? [], startMs, (event, atMs) => execute(olt, event, atMs))

  const olt: Omit<SimulatedOlt, 'mib'> & Pick<SimulatedOlt, 'mib'> = {
    vendor: options.vendor,
    modelName: options.model,
    model,
    identity: facts,
    facts,
    control: createOltControl(facts, clock, options.rebootMs ?? 15_000),
    seed,
    clock,
    vlans,
    types: model.types ?? commonTypes,
    cards,
    pulled: new Set(),
    pons,
    uplinks,
    ports: [...pons, ...uplinks],
    get onus() {
      script.play(clock.now())
      if (list?.generation !== generation) list = { generation, onus: pons.flatMap(port => port.onus) }
      return list.onus
    },
    found: [],
    visitors: options.steady ? [] : createVisitors(pons, 3, seed, startMs),
    refused: [],
    configuration: createConfiguration(() => model.draw?.(olt)),
    steady: options.steady ?? false,
    get generation() {
      return generation
    },
    changed() {
      generation++
      olt.control.unsaved = true
      configured()
    },
    now() {
      script.play(clock.now())
      return clock.now()
    },
    failedEvents: script.failed,
    do(event) {
      execute(olt, event, olt.now())
    },
    mib: { view: () => mib.view() },
  }
  const bridgeState = { mac: facts.mac, ports: uplinks, vlans, stations: [] }
  const lacks = (name: NonNullable<OltModel['lacks']>[number]) => model.lacks?.includes(name) ?? false
  const mib = simulatedMib(
    clock,
    [
      system(facts),
      interfaces(olt.ports, facts),
      ...(lacks('bridge') ? [] : [bridge(bridgeState)]),
      ...(lacks('vlans') ? [] : [vlanTables(bridgeState)]),
      ...(lacks('lldp') ? [] : [lldp(facts, uplinks)]),
      ipAddresses([{ ip: facts.ip, mask: '255.255.255.0', ifIndex: uplinks[0]!.ifIndex }]),
      ...model.subtrees(olt),
    ],
    [],
    model.tables(olt),
    () => script.play(clock.now()),
  )
  olt.mib = mib
  return olt
}
