import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { examplePon, perInterface } from './shapes.ts'

/** ONUs registered on each PON port. */
export const ponCountRegisteredOnts = defineModule({
  name: 'pon_count_registered_onts',
  kind: 'read',
  permission: 'device_show',
  summary: 'Registered ONUs of each PON port',
  args: noArgs,
  result: perInterface({ count: T.Integer({ minimum: 0, description: 'ONUs registered, online or not' }) }),
  example: [{ interface: examplePon, count: 48 }],
})
