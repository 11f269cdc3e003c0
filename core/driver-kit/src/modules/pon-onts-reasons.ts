import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { exampleOnu, integerOrNull, perInterface, textOrNull } from './shapes.ts'

export const moment = "by the device's clock, YYYY-MM-DD HH:MM:SS: OLTs give no zone"

/** Last registration and deregistration of ONUs, with the reason. */
export const ponOntsReasons = defineModule({
  name: 'pon_onts_reasons',
  kind: 'read',
  permission: 'device_show',
  summary: 'Last registration and deregistration of ONUs',
  args: interfaceArgs,
  result: perInterface({
    last_down_reason: textOrNull("Reason of the last deregistration: LOS, PowerOff, or the vendor's word"),
    last_reg: textOrNull(`Last registration, ${moment}`),
    last_reg_since: textOrNull('Time since as text, e.g. 0d 0h 25min 12sec'),
    last_reg_since_sec: T.Optional(integerOrNull('Time since, seconds')),
    last_dereg: textOrNull(`Last deregistration, ${moment}`),
    last_dereg_since: textOrNull('Time since as text'),
    last_dereg_since_sec: T.Optional(integerOrNull('Time since, seconds')),
    alive_time: T.Optional(integerOrNull('Time online, seconds')),
    last_change: T.Optional(textOrNull(`Last change of state, ${moment}`)),
    last_change_since: T.Optional(textOrNull('Time since as text')),
  }),
  example: [
    {
      interface: exampleOnu,
      last_down_reason: 'PowerOff',
      last_reg: '2026-01-05 10:00:00',
      last_reg_since: '0d 0h 25min 12sec',
      last_dereg: '2026-01-05 09:58:11',
      last_dereg_since: null,
    },
  ],
})
