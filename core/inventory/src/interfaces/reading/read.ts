import { DeviceError, mapInSlices, rest, slice, type Missing, type Module } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  ponOntsMacAddr,
  ponOntsSerial,
  ponOntsStatus,
  type InterfaceRef,
} from '@linecard/driver-kit/modules'
import type { CallOptions, Equipment, Target } from '@linecard/plugin-kit'
import type { Static, TSchema } from 'typebox'
import { indexable, seenFrom, type Reading, type Seen } from './seen.ts'

/** A combo port has several rows; the row with a link has its state. */
const preferred = (states: (string | null)[]): string | null =>
  states.find(state => state === 'Up') ?? states.find(state => state !== null) ?? null

/** A row with a cell that cannot be read stays in the list. */
const badCell: ReadonlySet<Missing['reason']> = new Set([
  'wrong_type',
  'unknown_value',
  'unit_unknown',
  'text_cut',
])

/** What a module answered, whether it is complete, and whether the device failed before the end. */
interface Part<T> {
  data: T
  whole: boolean
  failed: boolean
  time: Date
}

type Interfaces = Map<string, Seen>

/** Asks one device, always the device itself. */
function questions(equipment: Equipment, target: Target, options: Omit<CallOptions, 'from'>) {
  /** Throws the error of the device if nothing arrived. */
  const ask = async <A extends TSchema, R extends TSchema>(
    module: Module<A, R>,
  ): Promise<Part<Static<R>>> => {
    try {
      const { data, meta } = await equipment.call(target, module, {} as Static<A>, {
        ...options,
        from: 'device',
      })
      return {
        data,
        whole: meta.error === null && meta.missing.every(({ reason }) => badCell.has(reason)),
        failed: false,
        time: new Date(meta.time),
      }
    } catch (error) {
      if (error instanceof DeviceError && error.partial !== undefined)
        return { data: error.partial as Static<R>, whole: false, failed: true, time: new Date() }
      throw error
    }
  }
  /** Null for a module that the model does not support, and for one that fails. */
  const optional = async <A extends TSchema, R extends TSchema>(
    module: Module<A, R>,
  ): Promise<Part<Static<R>> | null> => {
    if (!equipment.supports(target.modelKey, module)) return null
    try {
      return await ask(module)
    } catch (error) {
      if (error instanceof DeviceError) return null
      throw error
    }
  }
  return { ask, optional }
}
type Questions = ReturnType<typeof questions>

/** The interface of a row, which is added if the list does not have it. */
function seenAt(interfaces: Interfaces, ref: InterfaceRef): Seen {
  const key = String(ref.id)
  return interfaces.get(key) ?? interfaces.set(key, seenFrom(ref)).get(key)!
}

async function readLinks({ optional }: Questions, interfaces: Interfaces): Promise<void> {
  const links = await optional(linkInfo)
  const own = slice()
  for (const [key, rows] of Map.groupBy(links?.data ?? [], row => String(row.interface.id))) {
    if (own.over()) await rest()
    const seen = interfaces.get(key)
    if (!seen) continue
    seen.status = preferred(rows.map(row => row.oper_status))
    seen.adminState = preferred(rows.map(row => row.admin_state))
    const description = rows.find(row => row.description !== null)?.description
    if (description != null) seen.description = description
  }
}

/** Returns what arrived about the states of ONUs. */
async function readOnus({ optional }: Questions, interfaces: Interfaces) {
  const states = await optional(ponOntsStatus)
  for (const row of states?.data ?? [])
    Object.assign(seenAt(interfaces, row.interface), { status: row.status, adminState: row.admin_state })
  return states
}

async function readDescriptions({ optional }: Questions, interfaces: Interfaces): Promise<void> {
  for (const row of (await optional(interfaceDescriptions))?.data ?? []) {
    const seen = interfaces.get(String(row.interface.id))
    if (seen && row.description !== null) seen.description = row.description
  }
}

async function readIdents({ optional }: Questions, interfaces: Interfaces): Promise<void> {
  for (const row of (await optional(ponOntsSerial))?.data ?? [])
    if (row.serial !== null) seenAt(interfaces, row.interface).serial = indexable(row.serial, 64)
  for (const row of (await optional(ponOntsMacAddr))?.data ?? [])
    if (row.mac_address !== null) seenAt(interfaces, row.interface).mac = row.mac_address
}

/**
 * Asks a device for its interfaces and their states. Throws if nothing of the list arrives. If something else
 * fails, its fields stay unknown. Anything that does not arrive completely marks the reading as incomplete.
 */
export async function readInterfaces(
  equipment: Equipment,
  target: Target,
  options: Omit<CallOptions, 'from'>,
): Promise<Reading> {
  const asking = questions(equipment, target, options)
  const list = await asking.ask(interfacesList)
  const interfaces: Interfaces = new Map(
    await mapInSlices(list.data, row => [String(row.id), seenFrom(row)] as const),
  )
  for (const row of list.data) if (row.mac_address) interfaces.get(String(row.id))!.mac = row.mac_address
  // A device that stopped answering in the middle of its list would only keep the other devices waiting.
  if (list.failed) return { interfaces, complete: { ports: false, onus: false } }

  await readLinks(asking, interfaces)
  const states = await readOnus(asking, interfaces)
  await readDescriptions(asking, interfaces)
  await readIdents(asking, interfaces)
  const hasOnus = equipment.supports(target.modelKey, ponOntsStatus)
  return {
    interfaces,
    complete: { ports: list.whole, onus: list.whole && (!hasOnus || states?.whole === true) },
    ...(states && { states: { data: states.data, time: states.time } }),
  }
}
