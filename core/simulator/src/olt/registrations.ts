import { configured } from '../simulated/timeline.ts'
import type { PonPort } from './onu-state.ts'
import type { FoundOnu, SimulatedOlt } from './olt.ts'
import { forgetOnu } from './configuration.ts'
import { createOnu } from './onu.ts'
import type { Onu } from './onu-state.ts'
import { visitorAt } from './visitors.ts'
import { identText } from './idents.ts'
import { holds, rise } from './physics.ts'

/** Why an OLT refuses a change. */
export type OltRefusal =
  | 'number taken'
  | 'number out of range'
  | 'already registered'
  | 'port full'
  | 'refused'

const rangingMs = 5_000

export const onuAt = (port: PonPort, id: number): Onu | undefined => port.onus.find(onu => onu.id === id)

export const onuWith = (olt: SimulatedOlt, serial: Buffer): Onu | undefined =>
  olt.onus.find(onu => onu.serial.equals(serial))

/** The lowest free number of a port. Undefined: it is full. */
export function freeNumber({ model }: SimulatedOlt, port: PonPort): number | undefined {
  const { first, max } = model.numbers ?? { first: 1, max: 128 }
  const taken = new Set(port.onus.map(({ id }) => id))
  for (let id = first; id < first + max; id++) if (!taken.has(id)) return id
  return undefined
}

/** The unregistered ONUs at this moment, and when that may change by itself. */
export function foundOnus(olt: SimulatedOlt, now: number): { list: FoundOnu[]; untilMs: number } {
  const places = olt.visitors.map(visitor => visitorAt(visitor, olt.types, now))
  const untilMs = Math.min(Infinity, ...places.map(place => place.untilMs))
  const all = [...places.flatMap(({ found }) => found ?? []), ...olt.found]
  const known = new Set(all.length ? olt.onus.map(onu => onu.serial.toString('hex')) : [])
  const refused = new Set(olt.refused.map(one => one.serial.toString('hex')))
  const last = new Map<PonPort, number>()
  const list = all
    .filter(({ serial }) => !known.has(serial.toString('hex')) && !refused.has(serial.toString('hex')))
    .map(one => {
      const slot = (last.get(one.port) ?? 0) + 1
      last.set(one.port, slot)
      return { ...one, slot }
    })
  return { list, untilMs }
}

export interface Registration {
  port: PonPort
  /** Default: the lowest free one. */
  id?: number | undefined
  serial: Buffer
  type?: string | undefined
  name?: string | undefined
  description?: string | undefined
  password?: string | undefined
  profiles?: Partial<Onu['profiles']> | undefined
}

/**
 * Registers an ONU. One that autofind shows on this port comes online; another stays offline until it is
 * there.
 */
export function registerOnu(olt: SimulatedOlt, wish: Registration, now: number): Onu | OltRefusal {
  const { port, serial } = wish
  const { first, max } = olt.model.numbers ?? { first: 1, max: 128 }
  const id = wish.id ?? freeNumber(olt, port)
  if (id === undefined) return 'port full'
  if (id < first || id >= first + max) return 'number out of range'
  if (onuAt(port, id)) return 'number taken'
  if (onuWith(olt, serial)) return 'already registered'
  if (olt.refused.some(one => one.serial.equals(serial))) return 'refused'
  forgetOnu(olt.configuration, { port, id })
  const there = foundOnus(olt, now).list.find(one => one.port === port && one.serial.equals(serial))
  const { type = there?.type, name, description, password, profiles } = wish
  const onu = createOnu(
    {
      port,
      id,
      seed: `${olt.seed} ${identText(serial)}`,
      steady: olt.steady,
      types: olt.types,
      fresh: {
        serial,
        gone: !there,
        name: name ?? '',
        description: description ?? '',
        ...(type !== undefined && { type }),
        ...(password !== undefined && { password }),
      },
    },
    now,
  )
  Object.assign(onu.profiles, profiles)
  port.onus.push(onu)
  port.onus.sort((a, b) => a.id - b.id)
  olt.found = olt.found.filter(one => !one.serial.equals(serial))
  if (there) rise(onu, now, rangingMs)
  olt.changed()
  return onu
}

/** Deletes an ONU with all its services. One that is connected appears in autofind. */
export function deleteOnu(olt: SimulatedOlt, onu: Onu, now: number): void {
  forgetOnu(olt.configuration, onu)
  onu.port.onus = onu.port.onus.filter(one => one !== onu)
  const { port, serial, type, password } = onu
  if (!onu.gone && !holds(onu) && !olt.visitors.some(visitor => visits(olt, visitor, serial, now)))
    olt.found.push({ port, serial, type, password, sinceMs: now })
  olt.changed()
}

const visits = (olt: SimulatedOlt, visitor: SimulatedOlt['visitors'][number], serial: Buffer, now: number) =>
  visitorAt(visitor, olt.types, now).found?.serial.equals(serial) ?? false

/**
 * Another ONU takes the number: the OLT knows its serial now, and light and times start again. Services and
 * profiles stay. `there`: it is connected, and comes online.
 */
export function replaceOnu(
  olt: SimulatedOlt,
  onu: Onu,
  serial: Buffer,
  now: number,
  type = onu.type,
  there = true,
): Onu {
  const { port, id, name, description, password, profiles } = onu
  const other = createOnu(
    {
      port,
      id,
      seed: `${olt.seed} ${identText(serial)}`,
      steady: olt.steady,
      types: olt.types,
      fresh: { serial, type, name, description, password, gone: !there },
    },
    now,
  )
  other.profiles = { ...profiles }
  // The settings of its Ethernet ports are those of the number, and the customer plugs the same cables in.
  if (onu.unis && other.ethernet === onu.ethernet) other.unis = onu.unis
  port.onus = port.onus.map(one => (one === onu ? other : one))
  olt.found = olt.found.filter(one => !one.serial.equals(serial))
  if (there) rise(other, now, rangingMs)
  olt.changed()
  return other
}

/** An unregistered ONU is connected, and autofind shows it. */
export function connectOnu(
  olt: SimulatedOlt,
  port: PonPort,
  serial: Buffer,
  type: string,
  now: number,
): void {
  const known = onuWith(olt, serial)
  if (known?.port === port) {
    known.gone = false
    rise(known, now, rangingMs)
  } else if (!olt.found.some(one => one.serial.equals(serial)))
    olt.found.push({ port, serial, type, password: '', sinceMs: now })
  configured()
}

/** An unregistered ONU is taken away. */
export function disconnectOnu(olt: SimulatedOlt, serial: Buffer): void {
  olt.found = olt.found.filter(one => !one.serial.equals(serial))
  configured()
}

/** Puts a serial number on the list of refused ones. */
export function refuseOnu(
  olt: SimulatedOlt,
  port: PonPort,
  serial: Buffer,
  reason: SimulatedOlt['refused'][number]['reason'],
  now: number,
): void {
  olt.refused = [
    ...olt.refused.filter(one => !one.serial.equals(serial)),
    { port, serial, reason, sinceMs: now },
  ]
  configured()
}

export function allowOnu(olt: SimulatedOlt, serial: Buffer): void {
  olt.refused = olt.refused.filter(one => !one.serial.equals(serial))
  configured()
}
