import { mapInSlices, rest, slice, type Missing, type Module } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  ponOntsMacAddr,
  ponOntsSerial,
  ponOntsStatus,
  type InterfaceRef,
} from '@linecard/driver-kit/modules'
import type { PolledAnswer } from '@linecard/plugin-kit'
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

/** What a module answered, and whether it is complete. */
interface Part<T> {
  data: T
  whole: boolean
  /** The device failed before the end. */
  failed: boolean
  time: Date
}

/** What a poll of one device gave, by the names of the modules. */
export type Answers = ReadonlyMap<string, PolledAnswer>

type Interfaces = Map<string, Seen>

/** Null for a module that the model does not support, and for one that gave nothing. */
function partOf<A extends TSchema, R extends TSchema>(
  answers: Answers,
  { name }: Module<A, R>,
): Part<Static<R>> | null {
  const answer = answers.get(name)
  if (answer === undefined || answer.data === undefined) return null
  const { data, error, missing, time } = answer
  return {
    data: data as Static<R>,
    whole: error === null && missing.every(({ reason }) => badCell.has(reason)),
    failed: error !== null,
    time,
  }
}

/**
 * A value of an answer. In an answer from which something is missing, no value means that it did not arrive:
 * what is stored stays.
 */
const knownOf =
  ({ whole }: Part<unknown>) =>
  <T extends string>(value: T | null): T | null | undefined =>
    whole || (value !== null && value !== 'Unknown') ? value : undefined

/** The interface of a row, which is added if the list does not have it. */
function seenAt(interfaces: Interfaces, ref: InterfaceRef): Seen {
  const key = String(ref.id)
  return interfaces.get(key) ?? interfaces.set(key, seenFrom(ref)).get(key)!
}

/** @param add also interfaces that are not there yet */
async function readLinks(answers: Answers, interfaces: Interfaces, add = false): Promise<void> {
  const links = partOf(answers, linkInfo)
  const own = slice()
  for (const [key, rows] of Map.groupBy(links?.data ?? [], row => String(row.interface.id))) {
    if (own.over()) await rest()
    const seen = add ? seenAt(interfaces, rows[0]!.interface) : interfaces.get(key)
    if (!seen) continue
    const known = knownOf(links!)
    seen.at = links!.time
    seen.by = linkInfo.name
    seen.status = known(preferred(rows.map(row => row.oper_status)))
    seen.adminState = known(preferred(rows.map(row => row.admin_state)))
    const description = rows.find(row => row.description !== null)?.description
    if (description != null) seen.description = description
  }
}

/** Returns what arrived about the states of ONUs. */
function readOnus(answers: Answers, interfaces: Interfaces) {
  const states = partOf(answers, ponOntsStatus)
  for (const row of states?.data ?? []) {
    const known = knownOf(states!)
    const seen = seenAt(interfaces, row.interface)
    seen.at = states!.time
    seen.by = ponOntsStatus.name
    seen.status = known(row.status)
    seen.adminState = known(row.admin_state)
  }
  return states
}

function readDescriptions(answers: Answers, interfaces: Interfaces): void {
  for (const row of partOf(answers, interfaceDescriptions)?.data ?? []) {
    const seen = interfaces.get(String(row.interface.id))
    if (seen && row.description !== null) seen.description = row.description
  }
}

function readIdents(answers: Answers, interfaces: Interfaces): void {
  for (const row of partOf(answers, ponOntsSerial)?.data ?? [])
    if (row.serial !== null) seenAt(interfaces, row.interface).serial = indexable(row.serial, 64)
  for (const row of partOf(answers, ponOntsMacAddr)?.data ?? [])
    if (row.mac_address !== null) seenAt(interfaces, row.interface).mac = row.mac_address
}

/** When what these modules gave was read. */
const timesOf = (answers: Answers, modules: readonly Module[]): Map<string, Date> =>
  new Map(
    modules.flatMap(({ name }) => {
      const answer = answers.get(name)
      return Array.isArray(answer?.data) ? [[name, answer.time] as const] : []
    }),
  )

/** Modules of which only the newest reading counts: the list, and the states. */
const stateModules = [linkInfo, ponOntsStatus] as const satisfies readonly Module[]

/** Modules of a reading: the list, and what recognises and describes what is in it. */
export const listModules = [
  interfacesList,
  linkInfo,
  ponOntsStatus,
  interfaceDescriptions,
  ponOntsSerial,
  ponOntsMacAddr,
] as const satisfies readonly Module[]

/**
 * The interfaces of a device and their states, from what it answered. Null if nothing of the list arrived. If
 * something else is absent, its fields stay unknown. Anything that did not arrive completely marks the
 * reading as incomplete.
 */
export async function readingOf(answers: Answers): Promise<Reading | null> {
  const list = partOf(answers, interfacesList)
  if (list === null) return null
  const interfaces: Interfaces = new Map(
    await mapInSlices(list.data, row => [String(row.id), seenFrom(row)] as const),
  )
  for (const row of list.data) if (row.mac_address) interfaces.get(String(row.id))!.mac = row.mac_address
  await readLinks(answers, interfaces)
  const states = readOnus(answers, interfaces)
  readDescriptions(answers, interfaces)
  readIdents(answers, interfaces)
  const hasOnus = answers.has(ponOntsStatus.name)
  return {
    interfaces,
    complete: { ports: list.whole, onus: list.whole && (!hasOnus || states?.whole === true) },
    ...(states && { states: { data: states.data, time: states.time } }),
    times: timesOf(answers, [interfacesList, ...stateModules]),
  }
}

/** The states alone, without a list. */
export async function statesOf(answers: Answers): Promise<Reading> {
  const interfaces: Interfaces = new Map()
  await readLinks(answers, interfaces, true)
  const states = readOnus(answers, interfaces)
  return {
    interfaces,
    complete: { ports: false, onus: states?.whole === true },
    ...(states && { states: { data: states.data, time: states.time } }),
    times: timesOf(answers, stateModules),
  }
}

/** What is known of the idents of ONUs alone, without a list: it removes nothing. */
export function identsOf(answers: Answers): Reading {
  const interfaces: Interfaces = new Map()
  readIdents(answers, interfaces)
  return { interfaces, complete: { ports: false, onus: false }, times: new Map() }
}
