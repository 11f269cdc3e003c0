import { DeviceError } from '@linecard/driver-kit'
import { unregisteredOnts } from '@linecard/driver-kit/modules'
import { visibleDevices } from '@linecard/inventory/read'
import { ApiError, type AnswerMeta, type Caller, type Source, type Target } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Registrations } from '../registrations.ts'

export type Row = (typeof unregisteredOnts.example)[number]

export interface Olt {
  id: number
  ip: string
  name: string
}

/** What one OLT answered. */
export interface OltAnswer {
  device: Olt
  rows: readonly Row[]
  /** Null: it gave nothing. */
  meta: AnswerMeta | null
  error: { code: string; description: string } | null
}

/** OLTs of one question at most. */
const mostOlts = 5_000

/** The enabled OLTs that tell unregistered ONUs, of those that the caller sees. */
async function oltsOf({ ctx }: Registrations, caller: Caller, only?: number) {
  const em = ctx.em()
  const devices = em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, caller).as('d'))
    .select(['d.id', sql<string>`host(d.ip)`.as('ip'), 'd.name', 'd.model_key'])
    .where('d.enabled', '=', true)
    .orderBy('d.id')
  const rows = await (only === undefined ? devices : devices.where('d.id', '=', only)).execute()
  const equipment = ctx.use('equipment')
  return rows.filter(({ model_key: model }) => equipment.supports(model, unregisteredOnts)).slice(0, mostOlts)
}

async function askOne(
  { ctx }: Registrations,
  { id, ip, name }: Olt,
  targetOf: (id: number) => Target,
  { caller, from, signal }: { caller: Caller; from: Source; signal: AbortSignal },
): Promise<OltAnswer> {
  const device = { id, ip, name }
  try {
    const { data, meta } = await ctx
      .use('equipment')
      .call(targetOf(id), unregisteredOnts, {}, { from, caller, signal })
    return { device, rows: data as readonly Row[], meta, error: meta.error }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof DeviceError) && !(error instanceof ApiError)) throw error
    return { device, rows: [], meta: null, error: { code: error.code, description: error.message } }
  }
}

/**
 * Asks the OLTs for their unregistered ONUs, some at the same time. An OLT that fails has its error, and the
 * others answer.
 */
export async function readUnregistered(
  parts: Registrations,
  { caller, from, signal, only }: { caller: Caller; from: Source; signal: AbortSignal; only?: number },
  progress: (done: number, total: number) => void = () => {},
): Promise<OltAnswer[]> {
  const olts = await oltsOf(parts, caller, only)
  // One look-up for all: while they are asked, none of them waits for the database.
  const targetOf = await parts.ctx.use('devices').targets(olts.map(({ id }) => id))
  const answers: OltAnswer[] = []
  let next = 0
  const work = async () => {
    while (next < olts.length) {
      const at = next++
      signal.throwIfAborted()
      answers[at] = await askOne(parts, olts[at]!, targetOf, { caller, from, signal })
      progress(answers.filter(Boolean).length, olts.length)
    }
  }
  const slots = Math.min(parts.ctx.config.olts_at_once, olts.length)
  await Promise.all(Array.from({ length: slots }, work))
  return answers
}
