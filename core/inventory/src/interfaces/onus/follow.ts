import {
  deviceAnswered,
  settingsChanged,
  type Context,
  type DeviceAnswered,
  type SettingsChanged,
} from '@linecard/plugin-kit'
import { ponOntsStatus } from '@linecard/driver-kit/modules'
import type { Config } from '../../config.ts'
import { isKept, keepAnswer, remark } from './store.ts'

const limits = /^onu_(olt_)?rx_(min|max)_dbm$/

/**
 * Keeps what devices answer about ONUs, whoever asked them, and marks signals again when the limits change.
 * Gives what ends it.
 */
export function followAnswers(ctx: Context<Config>): () => void {
  const ends = [
    ctx.events.on(deviceAnswered, async payload => {
      const { device_id: deviceId, module, args, data, complete, time } = payload as DeviceAnswered
      // The states of all ONUs are kept when the ONUs themselves are: some may not be stored yet.
      if (module === ponOntsStatus.name && args['interface'] === undefined) return
      if (isKept(module)) await keepAnswer(ctx, { deviceId, module, args, data, complete, time })
    }),
    ctx.events.on(settingsChanged, async payload => {
      const { component, keys } = payload as SettingsChanged
      if (component === ctx.id && keys.some(key => limits.test(key))) await remark(ctx)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
