import { refusedOnts, type Interface } from '@linecard/driver-kit/modules'
import { visibleInterfaces } from '@linecard/inventory/read'
import { sql } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { identForms, identKey, sameIdent } from '../ident.ts'
import { ask, type HeldOlt } from '../olt/device.ts'
import { service } from '../registrations.ts'
import type { Conflict } from '../words/conflict.ts'
import type { PortNow } from './port.ts'

export const forbids = ({ severity }: Conflict): boolean => severity === 'error'

/** ONTS_REGISTRATION_CONFLICT with everything that forbids it. */
export function forbidden(ident: string, conflicts: readonly Conflict[]): Error {
  const against = conflicts.filter(forbids)
  const why = against.map(({ message }) => message).join('; ')
  return fail(
    'ONTS_REGISTRATION_CONFLICT',
    { ident, why },
    against.map(({ code, message }) => ({ path: 'ident', code, message })),
  )
}

/** The OLT has this ident already. */
export const registeredHere = (ident: string, { name }: Interface): Conflict => ({
  code: 'registered_here',
  severity: 'error',
  message: `${ident} is registered as ${name}`,
})

/** Rows that are looked at. */
const most = 20

/**
 * ONUs of other OLTs with this ident, as they are stored. All are looked at, but only those seen are named.
 */
async function elsewhere({ ctx, target, real, caller }: HeldOlt, ident: string): Promise<Conflict[]> {
  const { serials, mac } = identForms(ident)
  const em = ctx.em()
  const rows = await em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleInterfaces(em, service).as('i'))
    .select(['i.name', 'i.status', 'i.device_id', 'i.device_name'])
    .where('i.type', '=', 'ONU')
    .where('i.device_id', '<>', (real ?? target).deviceId ?? 0)
    .where(sql<boolean>`(upper(i.serial) in (${sql.join(serials)}) or i.mac = ${mac})`)
    .limit(most)
    .execute()
  const seen = await ctx.use('devices').several(
    rows.map(({ device_id: id }) => id),
    caller,
  )
  const names = new Set(seen.map(({ id }) => id))
  return rows.map(({ name, status, device_id: id, device_name: device }) => {
    const where = names.has(id) ? `as ${name} of ${device}` : 'on an OLT of another group'
    return {
      code: 'registered_elsewhere',
      severity: 'warning',
      message: `${ident} is stored ${where} (${status ?? 'state unknown'}): move it, or remove it there`,
    }
  })
}

/** The list of refused ONUs of the OLT, where it has one. */
async function refused(olt: HeldOlt, ident: string): Promise<Conflict[]> {
  if (!olt.ctx.use('equipment').supports(olt.target.modelKey, refusedOnts)) return []
  const row = (await ask(olt, refusedOnts, {})).find(one => sameIdent(one.ident, ident))
  if (!row) return []
  const why = row.reason ? ` (${row.reason})` : ''
  return row.kind === 'Refused'
    ? [
        {
          code: 'refused',
          severity: 'error',
          message: `the OLT refuses ${ident}${why}: remove it from its list`,
        },
      ]
    : [
        {
          code: 'refused',
          severity: 'warning',
          message: `the OLT suspects ${ident} of sending out of turn${why}`,
        },
      ]
}

/** Another ONU of the OLT has this name; some OLTs refuse that. */
async function nameUsed(
  { ctx, target, real }: HeldOlt,
  params: Readonly<Record<string, unknown>>,
  ident: string,
) {
  const name = [params['name'], params['description']].find(
    one => typeof one === 'string' && one.trim() !== '',
  ) as string | undefined
  if (name === undefined) return []
  const em = ctx.em()
  const row = await em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleInterfaces(em, service).as('i'))
    .select(['i.name', 'i.serial', 'i.mac'])
    .where('i.type', '=', 'ONU')
    .where('i.device_id', '=', (real ?? target).deviceId ?? 0)
    .where('i.description', '=', name)
    .limit(1)
    .executeTakeFirst()
  if (!row || sameIdent(row.serial ?? row.mac, ident)) return []
  const message = `${row.name} is called "${name}" already, and some OLTs refuse a name twice`
  return [{ code: 'name_used', severity: 'warning', message } as const]
}

export interface Checked {
  ident: string
  /** Asked for; undefined: the lowest free one. */
  number: number | undefined
  params: Readonly<Record<string, unknown>>
  now: PortNow
  /** The place may be taken by this ident: the ONU that is replaced. */
  before?: string | null
  /** The ONU may be registered on this OLT: it moves. */
  moves?: boolean
}

/** Everything that speaks against a registration. */
export async function conflictsOf(olt: HeldOlt, checked: Checked): Promise<Conflict[]> {
  const { ident, number, params, now, before = null, moves = false } = checked
  const { port, free, registered } = now
  const here = registered.get(identKey(ident))
  const found: Conflict[] = []
  if (here && !moves) found.push(registeredHere(ident, here))
  if (before === null) {
    if (number !== undefined && free.used.includes(number))
      found.push({
        code: 'number_taken',
        severity: 'error',
        message: `number ${number} of ${port.name} is taken`,
      })
    else if (number !== undefined && free.list !== null && !free.list.includes(number))
      found.push({ code: 'number_taken', severity: 'error', message: `${port.name} has no number ${number}` })
    if (free.first === null)
      found.push({
        code: 'port_full',
        severity: 'error',
        message: `${port.name} has no free number (${free.used.length} of ${free.maximum ?? 'unknown'})`,
      })
  }
  return [
    ...found,
    ...(await elsewhere(olt, ident)),
    ...(await refused(olt, ident)),
    ...(await nameUsed(olt, params, ident)),
  ]
}
