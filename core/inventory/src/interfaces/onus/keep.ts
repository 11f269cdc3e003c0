import {
  cardList,
  cardStatus,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsStatus,
  ponOntsVendor,
  ponPortsList,
} from '@linecard/driver-kit/modules'
import { settingsChanged, type Context, type Keep } from '@linecard/plugin-kit'
import type { Config } from '../../config.ts'
import type { Inventory } from '../../inventory.ts'
import { keepAnswer, remark } from './store.ts'

const limits = /^onu_(olt_)?rx_(min|max)_dbm$/

/** Keeps what devices answer about ONUs, and when the lists of an OLT were read. */
export const keepOnus: Keep<Inventory> = {
  modules: [ponOntsOptical, ponOntsReasons, ponOntsVendor, ponOntsStatus, ponPortsList, cardList, cardStatus],
  async keep({ ctx }, answers) {
    for (const { device_id: deviceId, ...answered } of answers) {
      // The states of all ONUs are kept when the ONUs themselves are: some may not be stored yet.
      const isList = answered.module === ponOntsStatus.name && answered.args['interface'] === undefined
      if (!isList) await keepAnswer(ctx, { deviceId, ...answered })
    }
  },
}

/** Marks signals again when the limits change. Gives what ends it. */
export const followLimits = (ctx: Context<Config>): (() => void) =>
  ctx.events.on(settingsChanged, async ({ component, keys }) => {
    if (component === ctx.id && keys.some(key => limits.test(key))) await remark(ctx)
  })
