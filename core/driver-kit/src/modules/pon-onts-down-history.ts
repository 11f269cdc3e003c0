import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { closed, exampleOnu, perInterface, textOrNull } from './shapes.ts'
import { moment } from './pon-onts-reasons.ts'

/** Registrations and deregistrations in the log of the OLT, newest first. */
export const ponOntsDownHistory = defineModule({
  name: 'pon_onts_down_history',
  kind: 'read',
  permission: 'device_show',
  summary: 'Log of registrations of ONUs',
  args: interfaceArgs,
  result: perInterface({
    logs: T.Array(
      closed({
        reg_time: textOrNull(`Registered, ${moment}`),
        dereg_time: textOrNull(`Deregistered, ${moment}; null: still registered`),
        down_reason: textOrNull("LOS, PowerOff, or the vendor's word"),
        reg_since: textOrNull('Time since registration as text'),
        dereg_since: textOrNull('Time since deregistration as text'),
      }),
    ),
  }),
  example: [
    {
      interface: exampleOnu,
      logs: [
        {
          reg_time: '2026-01-04 08:00:00',
          dereg_time: '2026-01-05 09:58:11',
          down_reason: 'PowerOff',
          reg_since: '1d 2h 25min 12sec',
          dereg_since: '0d 0h 27min 1sec',
        },
      ],
    },
  ],
})
