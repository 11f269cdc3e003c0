import {
  keepAnswers,
  settingsChanged,
  type AnswerKeeper,
  type Context,
  type SettingsChanged,
} from '@linecard/plugin-kit'
import { ponOntsStatus } from '@linecard/driver-kit/modules'
import type { Config } from '../../config.ts'
import { isKept, keepAnswer, remark } from './store.ts'

const limits = /^onu_(olt_)?rx_(min|max)_dbm$/

/** Keeps what devices answer about ONUs. */
export const keepOnus = (ctx: Context<Config>): AnswerKeeper =>
  keepAnswers(ctx, {
    what: 'what an OLT says of its ONUs',
    writers: 2,
    // The states of all ONUs are kept when the ONUs themselves are: some may not be stored yet.
    wants: ({ module, args }) =>
      isKept(module) && !(module === ponOntsStatus.name && args['interface'] === undefined),
    write: ({ device_id: deviceId, ...answered }) => keepAnswer(ctx, { deviceId, ...answered }),
  })

/** Marks signals again when the limits change. Gives what ends it. */
export const followLimits = (ctx: Context<Config>): (() => void) =>
  ctx.events.on(settingsChanged, async payload => {
    const { component, keys } = payload as SettingsChanged
    if (component === ctx.id && keys.some(key => limits.test(key))) await remark(ctx)
  })
