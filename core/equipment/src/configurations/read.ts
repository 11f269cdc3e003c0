import { DeviceError } from '@linecard/driver-kit'
import type { Configurations, DeviceConfiguration, Target } from '@linecard/plugin-kit'
import { createDeduplicator } from '../calls/deduplicate.ts'
import type { Cost } from '../calls/device-call.ts'
import type { Logged } from '../calls/logged.ts'
import { unknownModel, type Models, type SupportedModel } from '../calls/models.ts'
import type { Config } from '../config.ts'
import { connectionKey } from '../connections/memory.ts'
import type { Pool } from '../connections/pool.ts'
import type { Bounds } from '../limits/bounds.ts'
import type { Networks } from '../networks.ts'
import { withDeadline } from '../waiting/signals.ts'
import { typedConfiguration } from './typed.ts'

export interface ReadOptions {
  pool: Pool
  models: Models
  networks: Networks
  settings: Pick<Config, 'configuration_octets' | 'configuration_deadline_sec'>
  bounds: Pick<Bounds, 'silence'>
  logged: Logged
  /** Fires when the service stops. */
  closing: AbortSignal
}

/** The name of such a reading in the call log, and for those who wait for the device. */
const what = 'configuration'

/** The model, if a way is known in which it tells its configuration. @throws DeviceError Unsupported */
function readableModel({ byKey }: Models, target: Target): SupportedModel {
  const model = byKey.get(target.modelKey)
  if (!model) throw unknownModel(target)
  if (!model.family.cli?.backup)
    throw new DeviceError(
      'Unsupported',
      `Linecard does not know how ${model.model.name} prints its configuration.`,
    )
  return model
}

/** Several who ask at the same time share one reading. It stops when all of them have gone. */
export function createRead(
  options: ReadOptions,
  track: <T>(run: Promise<T>) => Promise<T>,
): Configurations['read'] {
  const { pool, models, networks, settings, bounds, logged, closing } = options
  const readings = createDeduplicator()

  function read(
    target: Target,
    model: SupportedModel,
    key: string,
    poll: boolean,
    cost: Cost,
    stop: AbortSignal,
  ) {
    const seconds = settings.configuration_deadline_sec
    let begun = false
    const tooLate = () =>
      begun
        ? new DeviceError(
            'DeviceTimeout',
            `${target.ip} did not print its configuration within ${seconds} s.`,
          )
        : new DeviceError('DeviceBusy', `${target.ip} had other calls for ${seconds} s; try again later.`)
    return withDeadline(1000 * seconds, tooLate, async deadline => {
      const signal = AbortSignal.any([deadline, stop, closing])
      const turn = { key, target, tuning: model.family.snmp, kind: 'read', what, poll, signal } as const
      // Silence over SNMP says nothing about the console.
      const attempt = bounds.silence.enter(key, target.ip, true)
      try {
        return await pool.run(turn, async ({ console }) => {
          const started = performance.now()
          begun = true
          try {
            const most = { octets: settings.configuration_octets, ms: 1000 * seconds }
            const asked = { console, target, profile: model.family.cli!, most, cost, signal }
            const configuration = await typedConfiguration(asked)
            attempt.answered()
            return configuration
          } finally {
            cost.spentMs = performance.now() - started
            // What comes late must not stand in the transcript of another call.
            console.close()
          }
        })
      } finally {
        attempt.end()
      }
    })
  }

  return (given, { signal, caller = null } = {}) =>
    logged(
      { target: given, module: what, args: {}, from: 'device', options: { signal, caller } },
      async cost => {
        const started = performance.now()
        const model = readableModel(models, given)
        const target = { ...given, ip: networks.checkTarget(given) }
        const key = connectionKey(target)
        const { text, ended }: Omit<DeviceConfiguration, 'spent_ms'> = await readings.join(
          `${key} ${model.model.key}`,
          signal,
          stop => track(read(target, model, key, caller === null, cost, stop)),
        )
        return { text, ended, spent_ms: Math.round(performance.now() - started) }
      },
    )
}
