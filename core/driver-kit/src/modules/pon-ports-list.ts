import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { Interface, examplePon } from './shapes.ts'

/** PON ports of an OLT. Uplinks are in `interfaces_list`. */
export const ponPortsList = defineModule({
  name: 'pon_ports_list',
  kind: 'read',
  permission: 'device_show',
  summary: 'PON ports',
  args: noArgs,
  result: T.Array(Interface),
  example: [{ ...examplePon, pontype: 'gpon', _pon_max_ont_size: 128 }],
})
