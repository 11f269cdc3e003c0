import { DeviceError, type Missing, type Module } from '@linecard/driver-kit'
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

/** Of a combo port's rows the one with a link tells its state. */
const preferred = (states: (string | null)[]): string | null =>
  states.find(state => state === 'Up') ?? states.find(state => state !== null) ?? null

/** A cell that makes no sense leaves its row in the list. */
const badCell: ReadonlySet<Missing['reason']> = new Set(['wrong_type', 'unknown_value'])

/** What a module answered, whether all of it, and whether the device failed before its end. */
interface Part<T> {
  data: T
  whole: boolean
  failed: boolean
}

/**
 * Asks a device for its interfaces and their states. Throws when nothing of the list comes; what else fails
 * leaves its fields unknown, and whatever did not arrive in full marks the reading as incomplete.
 */
export async function readInterfaces(
  equipment: Equipment,
  target: Target,
  options: Omit<CallOptions, 'from'>,
): Promise<Reading> {
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
      }
    } catch (error) {
      if (error instanceof DeviceError && error.partial !== undefined)
        return { data: error.partial as Static<R>, whole: false, failed: true }
      throw error
    }
  }
  /** Of a module that may be absent or fail; null then. */
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

  const list = await ask(interfacesList)
  const interfaces = new Map<string, Seen>(list.data.map(row => [String(row.id), seenFrom(row)]))
  for (const row of list.data) if (row.mac_address) interfaces.get(String(row.id))!.mac = row.mac_address
  const at = (ref: InterfaceRef): Seen => {
    const key = String(ref.id)
    return interfaces.get(key) ?? interfaces.set(key, seenFrom(ref)).get(key)!
  }

  // Who fell silent in the middle of the list would only keep the others waiting.
  if (list.failed) return { interfaces, complete: { ports: false, onus: false } }

  const links = await optional(linkInfo)
  for (const [key, rows] of Map.groupBy(links?.data ?? [], row => String(row.interface.id))) {
    const seen = interfaces.get(key)
    if (!seen) continue
    seen.status = preferred(rows.map(row => row.oper_status))
    seen.adminState = preferred(rows.map(row => row.admin_state))
    const description = rows.find(row => row.description !== null)?.description
    if (description != null) seen.description = description
  }

  const states = await optional(ponOntsStatus)
  for (const row of states?.data ?? [])
    Object.assign(at(row.interface), { status: row.status, adminState: row.admin_state })
  const knownOnly = (rows: { interface: InterfaceRef }[]) =>
    rows.filter(row => interfaces.has(String(row.interface.id)))
  for (const row of knownOnly((await optional(interfaceDescriptions))?.data ?? []) as {
    interface: InterfaceRef
    description: string | null
  }[]) {
    if (row.description !== null) at(row.interface).description = row.description
  }
  for (const row of (await optional(ponOntsSerial))?.data ?? [])
    if (row.serial !== null) at(row.interface).serial = indexable(row.serial, 64)
  for (const row of (await optional(ponOntsMacAddr))?.data ?? [])
    if (row.mac_address !== null) at(row.interface).mac = row.mac_address

  return {
    interfaces,
    complete: {
      ports: list.whole,
      onus: list.whole && (!equipment.supports(target.modelKey, ponOntsStatus) || states?.whole === true),
    },
  }
}
