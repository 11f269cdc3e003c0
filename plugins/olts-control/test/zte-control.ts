import { familiesOf, implement, type Driver, type Session } from '@linecard/driver-kit'
import { change, confirmByAnswer, portControl } from '@linecard/driver-kit/builders'
import {
  ctrlOntDelete,
  ctrlOntDescr,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlResetPort,
  interfaceDescriptions,
  parseInterface,
  ponOntsSerial,
  ponOntsStatus,
  type Interface,
} from '@linecard/driver-kit/modules'
import { interfaceMoved, sameIdent } from '@linecard/driver-kit/ports'
import zte from '@linecard/driver-zte'
import type { SimulatedOlt } from '@linecard/simulator'

type Onu = SimulatedOlt['onus'][number]
/** Running simulated OLTs by their addresses. */
export const running = new Map<string, { olt: SimulatedOlt; now: () => number }>()
/** What was sent to them. */
export const sent: string[] = []

interface Meant {
  one: Interface
  ident: string | null
}
/** The ONU of a change, compared as the kit does it for all OLTs. */
async function meant(session: Session, args: { interface: string | number; ident?: string }): Promise<Meant> {
  const one = await session.call(parseInterface, { interface: args.interface })
  const { expected } = session.port
  const known = args.ident ?? (expected?.id === one.id ? (expected.ident ?? null) : null)
  const [row] = await session.call(ponOntsSerial, { interface: one.id }, { again: true })
  const ident = row?.serial ?? null
  if (known !== null && ident !== null && !sameIdent(ident, known))
    throw interfaceMoved({ id: one.id, name: known }, ident)
  return { one, ident }
}
const real = ({ ip }: Session, { one: { _slot, _port, _onu } }: Meant): Onu =>
  running
    .get(ip)!
    .olt.onus.find(
      ({ port: { ifIndex }, id }) =>
        ((ifIndex >> 8) & 0xff) === _slot && (ifIndex & 0xff) === _port && id === _onu,
    )!
const told = (what: string, { one, ident }: Meant) => {
  const line = `${what} ${one.name} ${ident ?? '-'}`
  sent.push(line)
  return line
}

/** Commands that change the simulator itself; everything is read back over SNMP as from a real OLT. */
const changes = [
  change(ctrlOntReboot, async (session, args) => {
    const onu = await meant(session, args)
    return {
      act: async () => {
        real(session, onu).state.force(running.get(session.ip)!.now(), 'PowerOff', 90_000)
        return told('reboot', onu)
      },
      what: `the state of ${onu.one.name}`,
      read: async () =>
        (await session.call(ponOntsStatus, { interface: onu.one.id }, { again: true }))[0]?.status ?? null,
      wanted: now => now !== 'Online',
    }
  }),
  change(ctrlOntDisable, async (session, args) => {
    const onu = await meant(session, args)
    return {
      act: async () => {
        const one = real(session, onu)
        one.enabled = args.state === 'enable'
        one.state.force(running.get(session.ip)!.now(), one.enabled ? 'Online' : 'Disabled', Infinity)
        return told(args.state, onu)
      },
      what: `the admin state of ${onu.one.name}`,
      read: async () =>
        (await session.call(ponOntsStatus, { interface: onu.one.id }, { again: true }))[0]?.status ?? null,
      wanted: now => (now === 'Disabled') === (args.state === 'disable'),
    }
  }),
  change(ctrlOntDescr, async (session, args) => {
    const onu = await meant(session, args)
    return {
      act: async () => {
        Object.assign(real(session, onu), { description: args.description })
        return told(`description "${args.description}"`, onu)
      },
      what: `the description of ${onu.one.name}`,
      read: async () =>
        (await session.call(interfaceDescriptions, { interface: onu.one.id }, { again: true }))[0]
          ?._description ?? null,
      wanted: now => now === args.description,
    }
  }),
  // It accepts the command and keeps the ONU.
  change(ctrlOntDelete, async (session, args) => {
    const onu = await meant(session, args)
    return {
      act: async () => told('delete', onu),
      what: onu.one.name,
      read: async () => (await session.call(parseInterface, { interface: onu.one.id }, { again: true })).name,
      wanted: () => false,
    }
  }),
  ...portControl({
    descr: async ({ ip }, port, text) => {
      running.get(ip)!.olt.ports.find(({ ifIndex }) => ifIndex === port.if_index)!.alias = text
      sent.push(`port ${port.name} "${text}"`)
      return 'done'
    },
  }),
  implement(ctrlResetPort, async (session, args) => {
    const port = await session.call(parseInterface, { interface: args.interface })
    return confirmByAnswer(async () => {
      sent.push(`reset ${port.name}`)
      return 'done'
    })
  }),
]

const made = new Map(
  familiesOf(zte).map(family => [
    family,
    {
      ...family,
      modules: [
        ...family.modules.filter(({ module }) => !module.name.startsWith('ctrl_')),
        ...(family.id.startsWith('c300') ? changes : []),
      ],
    },
  ]),
)
/** ZTE's OLTs, changed by the test itself. */
export const zteWithChanges: Driver = {
  ...zte,
  models: zte.models.map(model => ({ ...model, family: made.get(model.family)! })),
}
