import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'

/** Names of the modules that the device's model has. Answered from the catalogue; the device is not asked. */
export const supportedModules = defineModule({
  name: 'supported_modules',
  kind: 'read',
  permission: 'device_show',
  summary: 'Modules of this model',
  args: noArgs,
  result: T.Array(T.String({ description: 'Name of a module' })),
  example: ['system', 'interfaces_list', 'link_info', 'fdb'],
})
