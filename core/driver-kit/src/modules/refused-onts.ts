import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, exampleOnu, InterfaceRef, orNull, textOrNull } from './shapes.ts'

/** ONUs that the OLT refuses (a blacklist), and ONUs that it suspects of sending out of turn (rogue ONU). */
export const refusedOnts = defineModule({
  name: 'refused_onts',
  kind: 'read',
  permission: 'device_show',
  summary: 'Refused and suspected rogue ONUs',
  args: noArgs,
  result: T.Array(
    closed({
      interface: orNull(InterfaceRef, 'ONU, or PON port of an ONU that is not registered; null: not given'),
      ident: textOrNull('Serial number or MAC address; null: not given'),
      kind: T.Enum(['Refused', 'Rogue'], {
        description: 'Refused: on a list of the OLT. Rogue: the OLT suspects or has detected it',
      }),
      reason: textOrNull("Reason in the vendor's words"),
      since: textOrNull("Since when, by the device's clock, YYYY-MM-DD HH:MM:SS"),
    }),
  ),
  example: [
    { interface: exampleOnu, ident: 'ZTEGC1086C71', kind: 'Rogue', reason: 'rogue-detected', since: null },
  ],
})
