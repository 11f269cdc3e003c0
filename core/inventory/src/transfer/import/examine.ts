import type { Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { openAddresses, outside } from '../../devices/addresses.ts'
import { fail } from '../../errors.ts'
import { tables } from '../../tables.ts'
import { lendsProfile, sees } from '../../visibility.ts'
import { outcome, reasonOf, type Outcome, type Found } from './outcome.ts'
import type { Line } from './reader.ts'
import { firstLines } from './report.ts'
import { entryOf, type Entry } from './row.ts'
import { planOf, type Examining } from './plan.ts'
import { cutText, DeviceError } from '@linecard/driver-kit'
import { system } from '@linecard/driver-kit/modules'
import { canonicalMac } from '../../address.ts'
import { probeOf } from '../../devices/connection/target.ts'
import type { Access } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import type { Profile } from './known-profiles.ts'
import type { References } from './references.ts'

/** The text of a device in a form that can be stored. */
const said = (text: string | null | undefined, most: number) =>
  cutText(
    (text ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim(),
    most,
  ) || null

function macOf(mac: string | null | undefined): string | null {
  try {
    return canonicalMac(mac ?? '') || null
  } catch {
    return null
  }
}

/**
 * Finds the model of the device at an address.
 * @throws DeviceError if it does not answer; ApiError if it must not be asked or no driver knows it
 */
async function ask(
  { ctx }: Pick<Inventory, 'ctx'>,
  {
    ip,
    profile,
    references,
    caller,
    signal,
  }: { ip: string; profile: Profile; references: References; caller: Caller; signal: AbortSignal },
): Promise<Found> {
  const equipment = ctx.use('equipment')
  const access = profile as Pick<Access, 'params' | 'secrets'> as Access
  const { modelKey } = await equipment.detect(probeOf(ctx, ip, access))
  const model = references.modelByKey(modelKey)
  if (!model) throw fail('INVENTORY_ROW_UNIDENTIFIED')
  const about = await equipment
    .call(probeOf(ctx, ip, access, model), system, {}, { from: 'device', caller, signal })
    .catch((error: unknown) => {
      if (error instanceof DeviceError && error.kind === 'Unsupported') return null
      throw error
    })
  const { name, location, mac_addr: mac, serial_num: serial } = about?.data ?? {}
  return {
    model_id: model.id,
    name: said(name, 200),
    location: said(location, 500),
    mac: macOf(mac),
    serial: said(serial, 100),
  }
}

type Plan = NonNullable<Outcome['plan']>
interface Known {
  id: number
  group_id: number
}

async function knownOf(
  { inventory: { ctx } }: Examining,
  ips: readonly string[],
): Promise<Map<string, Known>> {
  // Devices of all groups: an address is also taken if the caller does not see its device.
  const rows = await tables(ctx.em())
    .selectFrom('inventory_device')
    .select(['id', 'group_id', 'ip'])
    .where(sql<boolean>`ip = any (${[...ips]}::inet[])`)
    .execute()
  return new Map(rows.map(row => [row.ip, row]))
}

/** @throws ApiError INVENTORY_ACCESS_SHARED if the device may not get the profile */
function assertMayLend(caller: Caller, { profile, groupId }: Plan, known: Known | undefined): void {
  if (profile && profile.id !== null && !lendsProfile(caller, profile, groupId ?? known!.group_id))
    throw fail('INVENTORY_ACCESS_SHARED', { name: profile.name })
}

/** The result of one good line. Asks the device if the line has no model. */
async function settle(
  tools: Examining,
  line: number,
  entry: Entry,
  { known, open }: { known: Known | undefined; open: boolean },
): Promise<Outcome> {
  const { inventory, references, caller, signal } = tools
  const { ip } = entry
  let plan: Plan
  try {
    inventory.ctx.use('equipment').sweepable(ip)
    if (!open) throw outside(ip)
    plan = planOf(tools, entry, known !== undefined)
    assertMayLend(caller, plan, known)
  } catch (error) {
    return outcome(line, ip, 'invalid', reasonOf(error))
  }
  const seen = known && sees(caller, known.group_id)
  if (known && tools.update && seen) return outcome(line, ip, 'would_update', { plan, deviceId: known.id })
  if (known)
    return outcome(line, ip, 'known', {
      ...reasonOf(fail('INVENTORY_ROW_KNOWN')),
      deviceId: seen ? known.id : null,
    })
  if (plan.modelId !== null) return outcome(line, ip, 'would_add', { plan })
  try {
    return outcome(line, ip, 'would_add', {
      plan,
      found: await ask(inventory, { ip, profile: plan.profile!, references, caller, signal }),
    })
  } catch (error) {
    signal.throwIfAborted()
    return outcome(line, ip, 'skipped', reasonOf(error))
  }
}

/** Waits for `work`, but rejects at once when the signal is aborted: silent devices would take long. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>()
  const leave = () => gone.reject(signal.reason as Error)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, gone.promise])
  } finally {
    signal.removeEventListener('abort', leave)
    work.catch(() => undefined)
  }
}

/**
 * Examines lines and writes nothing. At most `atOnce` devices are asked at the same time.
 * @throws the reason of an aborted signal, and faults of the service
 */
export async function examine(tools: Examining, lines: readonly Line[], atOnce: number): Promise<Outcome[]> {
  const { layout, signal, settled } = tools
  const read = lines.map(line => entryOf(layout, line))
  const ips = read.flatMap(({ entry }) => (entry ? [entry.ip] : []))
  const known = await knownOf(tools, ips)
  const open = await openAddresses(tools.inventory.ctx.em(), tools.caller, ips)
  const first = await firstLines(tools.inventory.ctx.em(), tools.importId, ips)
  const outcomes: Outcome[] = []
  const waiting: [at: number, work: () => Promise<Outcome>][] = []
  for (const [at, { line, ip, entry, fault }] of read.entries()) {
    const earlier = ip === null ? undefined : first.get(ip)
    if (ip !== null && earlier === undefined) first.set(ip, line)
    if (fault) outcomes[at] = outcome(line, ip, 'invalid', reasonOf(fault))
    else if (earlier !== undefined)
      outcomes[at] = outcome(line, ip, 'duplicate', reasonOf(fail('INVENTORY_ROW_TWICE', { line: earlier })))
    else waiting.push([at, () => settle(tools, line, entry, { known: known.get(ip!), open: open.has(ip!) })])
    if (outcomes[at]) settled()
  }
  const queue = waiting.values()
  await unlessAborted(
    signal,
    Promise.all(
      Array.from({ length: Math.min(atOnce, waiting.length) }, async () => {
        for (const [at, work] of queue) {
          signal.throwIfAborted()
          outcomes[at] = await work()
          settled()
        }
      }),
    ),
  )
  return outcomes
}
