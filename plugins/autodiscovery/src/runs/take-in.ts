import { DeviceError } from '@linecard/driver-kit'
import {
  ApiError,
  type Context,
  type DetectedDevice,
  type KnownDevice,
  type SweepFound,
} from '@linecard/plugin-kit'
import { mutex } from '@linecard/plugin-kit/concurrency'
import type { Config } from '../config.ts'
import type { Rule } from '../entities/index.ts'
import type { Outcome } from './rows.ts'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Recognises equipment that has another address now. */
interface Twins {
  /** The device of the inventory that is the same equipment; null if there is none. */
  of(found: SweepFound, detected: DetectedDevice): Promise<KnownDevice | null>
  /** Remembers the engine of equipment that is in the inventory now. */
  note(found: SweepFound): Promise<void>
}

/**
 * The same MAC address means the same equipment. The same serial number or SNMP engine does so only with the
 * same sysName, and if nothing else differs: cheap switches are sold with equal engine ids, and images are
 * copied.
 */
export function sameEquipment(
  known: KnownDevice,
  { model, mac, serial }: DetectedDevice,
  name: string | null,
  sameEngine: boolean,
): boolean {
  if (known.model && model && known.model.key !== model.key) return false
  if (mac && known.mac) return mac === known.mac
  const sameName = name !== null && name !== '' && known.name === name
  if (serial && known.serial) return serial === known.serial && sameName
  return sameEngine && sameName
}

function twinsIn(ctx: Context): Twins {
  return {
    async of({ engineId, ip, name }, detected) {
      const engines =
        engineId === null
          ? []
          : await tables(ctx.em())
              .selectFrom('autodiscovery_engine')
              .select(sql<string>`host(ip)`.as('ip'))
              .where('engine_id', '=', engineId)
              .where('name', '=', name ?? '')
              .where(sql<boolean>`ip <> ${ip}::inet`)
              .execute()
      const ips = engines.map(one => one.ip)
      const alike = await ctx.use('intake').alike({ ips, mac: detected.mac, serial: detected.serial })
      return (
        alike.find(
          one => one.ip !== ip && sameEquipment(one, detected, detected.name ?? name, ips.includes(one.ip)),
        ) ?? null
      )
    },
    async note({ engineId, ip, name }) {
      if (engineId === null) return
      const seen = { ip, seen_at: ctx.clock() }
      await tables(ctx.em())
        .insertInto('autodiscovery_engine')
        .values({ engine_id: engineId, name: name ?? '', ...seen })
        .onConflict(conflict => conflict.columns(['engine_id', 'name']).doUpdateSet(seen))
        .execute()
    },
  }
}

export interface TakingIn {
  /**
   * Finds out what stands at the address, and adds it to the inventory where it is new. Throws only for
   * faults of our own and at the signal.
   */
  take(
    rule: Rule,
    found: SweepFound,
    accessId: number | null,
    known: KnownDevice | undefined,
  ): Promise<Outcome>
}

const when = (date: Date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
const knownAs = ({ id, model }: KnownDevice): Outcome => ({ result: 'known', device_id: id, model })
/** A model that only answers pings is nothing that could be found by asking. */
const pingOnly = ({ type }: NonNullable<DetectedDevice['model']>) => /ping/i.test(type)

export function takingIn(ctx: Context<Config>, signal: AbortSignal): TakingIn {
  const intake = ctx.use('intake')
  const caller = ctx.use('auth').system()
  const twins = twinsIn(ctx)
  // Two addresses of one device must not both find it absent.
  const turn = mutex()

  async function add(
    rule: Rule,
    found: SweepFound,
    accessId: number,
    detected: DetectedDevice,
  ): Promise<Outcome> {
    const model = detected.model!
    const twin = await twins.of(found, detected)
    if (twin)
      return {
        ...knownAs(twin),
        known_ip: twin.ip,
        reason: 'the same equipment is in the inventory under another address',
      }
    try {
      const { id } = await intake.add(
        {
          ip: found.ip,
          name: detected.name || found.name || found.ip,
          location: detected.location ?? '',
          mac: detected.mac ?? '',
          serial: detected.serial ?? '',
          description: `Autodiscovered at ${when(ctx.clock())}`,
          model_id: model.id,
          access_id: accessId,
          group_id: rule.groupId,
        },
        caller,
      )
      await twins.note(found)
      return { result: 'added', device_id: id, model }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const there = (await intake.alike({ ips: [found.ip], mac: null, serial: null })).find(
        ({ ip }) => ip === found.ip,
      )
      // Somebody else was quicker.
      return there ? knownAs(there) : { result: 'failed', model, reason: error.message }
    }
  }

  return {
    async take(rule, found, accessId, known) {
      if (known) {
        await twins.note(found)
        return knownAs(known)
      }
      if (accessId === null)
        return { result: 'failed', reason: found.refused ?? 'it answers to none of the access profiles' }
      let detected: DetectedDevice
      try {
        detected = await intake.detect({ ip: found.ip, access_id: accessId }, { caller, signal })
      } catch (error) {
        if (signal.aborted || !(error instanceof DeviceError || error instanceof ApiError)) throw error
        return { result: 'failed', reason: error.message, retry: error instanceof DeviceError && error.retry }
      }
      const { model, tier } = detected
      if (!model || pingOnly(model))
        return { result: 'unknown_identity', reason: 'no driver knows this model' }
      if (tier === 'generic' && !ctx.config.add_generic)
        return {
          result: 'unknown_identity',
          reason: 'no driver knows this model; only the generic one fits (autodiscovery.add_generic)',
        }
      return turn(() => add(rule, found, accessId, detected))
    },
  }
}
