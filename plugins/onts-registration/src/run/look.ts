import { ponOntsStatus } from '@linecard/driver-kit/modules'
import { withoutSecrets } from '@linecard/template-kit'
import { setTimeout as sleep } from 'node:timers/promises'
import { sameIdent } from '../ident.ts'
import { ask, send, standingOn, waitingRow, type HeldOlt, type Standing } from '../olt/device.ts'
import { comparedWhenDone, comparedWithBefore } from './compare.ts'
import type { CheckSeen, OntPlace, Script, Seen, WantedCheck } from '../words/run.ts'

/** Pauses between readings, ms. */
const [statusMs, retryMs] = [1_000, 2_000]
/** Readings of an OLT that does not answer. */
const mostTries = 3

/** Value of a path such as `line.name`; undefined: there is none. */
const at = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      row,
    )

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A field of a module, asked about the ONU. */
async function fieldCheck(
  olt: HeldOlt,
  { what, module, field, equals: expected }: Extract<WantedCheck, { module: string }>,
  onu: number,
): Promise<CheckSeen> {
  try {
    const found = olt.ctx.use('equipment').findModule(olt.target.modelKey, module)
    if (!found) throw new Error(`there is no module ${module}`)
    const data: unknown = await ask(olt, found, { interface: onu })
    const rows = (Array.isArray(data) ? data : [data]) as { interface?: { id: number } }[]
    const row = rows.find(one => one.interface?.id === onu) ?? (rows.length === 1 ? rows[0] : undefined)
    const value = at(row, field)
    if (value === undefined || value === null) return { what, ok: null, expected, found: null }
    return { what, ok: String(value) === expected, expected, found: String(value) }
  } catch (error) {
    return { what, ok: null, expected, found: messageOf(error) }
  }
}

/** A line in the output of a command. */
export async function commandCheck(
  olt: HeldOlt,
  { what, command, contains: expected }: Extract<WantedCheck, { command: unknown }>,
): Promise<CheckSeen> {
  const { outcomes, ended, error } = await send(olt, [command], { breakOnError: true, done: async () => {} })
  const [outcome] = outcomes
  if (ended === 'lost' || ended === 'not_sent' || !outcome)
    return { what, ok: null, expected, found: error?.message ?? null }
  const lines = outcome.output.split('\n').map(squeezed)
  const line = lines.find(one => one.includes(squeezed(expected)))
  return { what, ok: line !== undefined, expected, found: line ?? null }
}

const atPlace = (onus: readonly Standing[], { number }: OntPlace, ident: string) =>
  onus.find(one => one.number === number && sameIdent(one.ident, ident))

/** Reads the place of a registration. @throws DeviceError if the OLT does not tell it after some tries */
export async function look(olt: HeldOlt, script: Script): Promise<Seen> {
  for (let count = 1; ; count++) {
    try {
      const { place, ident, from } = script
      const onus = await standingOn(olt, place.port.id)
      const there = atPlace(onus, place, ident)
      const occupant = onus.find(({ number }) => number === place.number)
      const left = from && atPlace(await standingOn(olt, from.port.id), from, ident)
      return {
        time: olt.ctx.clock().toISOString(),
        onu: there ? { id: there.id, name: there.name } : null,
        occupant: occupant?.ident ?? null,
        taken: occupant !== undefined,
        status: null,
        checks: [],
        waiting: null,
        at_from: from ? left !== undefined : null,
      }
    } catch (error) {
      if (count === mostTries) throw error
      await sleep(retryMs)
    }
  }
}

/** State of the ONU, until it is online or the time is over. */
async function statusWithin(olt: HeldOlt, onu: number, seconds: number): Promise<string | null> {
  const end = performance.now() + seconds * 1000
  let status: string | null = null
  do {
    const rows = await ask(olt, ponOntsStatus, { interface: onu }).catch(() => null)
    status = rows?.find(row => row.interface.id === onu)?.status ?? null
    if (status === 'Online') break
    await sleep(Math.max(0, Math.min(statusMs, end - performance.now())))
  } while (performance.now() < end)
  return status
}

/** What was seen is kept and told. */
const shown = ({ secrets = [] }: Script, seen: Seen): Seen => withoutSecrets(seen, secrets)

/** The place, with all that has to be seen of the ONU. `wait` false: its state is read once. */
export async function proof(olt: HeldOlt, script: Script, wait = true): Promise<Seen> {
  const seen = await look(olt, script)
  if (script.removes) return shown(script, { ...seen, configuration: await comparedWithBefore(olt, script) })
  if (!seen.onu) return seen
  const status =
    script.onlineSec > 0 ? await statusWithin(olt, seen.onu.id, wait ? script.onlineSec : 0) : null
  const checks: CheckSeen[] = []
  for (const check of script.checks)
    checks.push(
      'module' in check ? await fieldCheck(olt, check, seen.onu.id) : await commandCheck(olt, check),
    )
  return shown(script, { ...seen, status, checks, configuration: await comparedWhenDone(olt, script) })
}

/** What the configuration has that should not be there, or lacks, in words. */
export const differing = ({ configuration }: Seen): string[] => configuration?.differs ?? []

/** What stays of an ONU that was to be removed, in words; null: nothing. */
function remaining(
  { ident, place: { number, port } }: Script,
  { onu, taken, occupant }: Seen,
): string | null {
  if (onu) return `${ident} is still registered as ${onu.name}`
  return taken && occupant === null ? `number ${number} of ${port.name} is taken by an unknown ONU` : null
}

/** Why a registration is not complete, in words; null: it is. */
export function lacking(script: Script, seen: Seen): string | null {
  const { ident, place, onlineSec } = script
  if (script.removes) return remaining(script, seen) ?? (differing(seen).join('; ') || null)
  if (!seen.onu) return `${ident} is not ONU ${place.number} of ${place.port.name}`
  if (seen.at_from) return `${ident} is still at its former place`
  if (onlineSec > 0 && seen.status !== 'Online')
    return `${seen.onu.name} is ${seen.status ?? 'of unknown state'} and not online within ${onlineSec} s`
  const [gone] = seen.configuration?.missing ?? []
  if (gone !== undefined) return gone
  const wrong = seen.checks.find(({ ok }) => ok !== true)
  if (!wrong) return null
  return wrong.ok === null
    ? `${wrong.what} could not be read (${wrong.found ?? 'no value'})`
    : `${wrong.what} is ${wrong.found ?? 'absent'} and not ${wrong.expected}`
}

/** What of a registration is on the OLT, in words. Only what was read. */
export function leftOf(script: Script, seen: Seen): string[] {
  const { ident, place, before, from } = script
  const differs = differing(seen)
  if (script.removes) return [remaining(script, seen), ...differs].filter(one => one !== null)
  const stays = seen.checks.filter(({ ok, found }) => ok === true && found !== null)
  const left = stays.map(({ what, found }) => `${what}: ${found}`)
  if (seen.onu && !sameIdent(before, ident)) left.push(`${ident} is registered as ${seen.onu.name}`)
  else if (seen.taken && !sameIdent(seen.occupant, before))
    left.push(`number ${place.number} of ${place.port.name} is taken by ${seen.occupant ?? 'an unknown ONU'}`)
  if (before !== null && !sameIdent(seen.occupant, before))
    left.push(`${before} is not ONU ${place.number} of ${place.port.name} again`)
  if (from && seen.at_from === false)
    left.push(`${ident} is not ONU ${from.number} of ${from.port.name} again`)
  return [...left, ...differs]
}

/** The place after a roll-back, with lines of the console that should be gone. */
export async function aftermath(olt: HeldOlt, script: Script): Promise<Seen> {
  const seen = await look(olt, script)
  const checks: CheckSeen[] = []
  if (script.before === null && !script.removes)
    for (const check of script.checks) if ('command' in check) checks.push(await commandCheck(olt, check))
  const waiting =
    script.removes || script.before !== null
      ? null
      : await waitingRow(olt, script.ident).then(
          row => row !== undefined,
          () => null,
        )
  return shown(script, { ...seen, checks, waiting, configuration: await comparedWithBefore(olt, script) })
}
