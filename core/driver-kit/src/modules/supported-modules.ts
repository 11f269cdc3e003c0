import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'

/**
 * Names of the modules of the device's model. The answer comes from the catalogue, without a request to the
 * device.
 */
export const supportedModules = defineModule({
  name: 'supported_modules',
  kind: 'read',
  permission: 'device_show',
  summary: 'Modules of this model',
  args: noArgs,
  result: T.Array(T.String({ description: 'Name of a module' })),
  example: ['system', 'interfaces_list', 'link_info', 'fdb'],
})
