import { defineModule } from '../contract/module.ts'
import { oneInterfaceArgs } from './arguments.ts'
import { Interface, examplePort } from './shapes.ts'

/**
 * Finds an interface by bind key, ifIndex or name.
 * @throws DeviceError BadArgument if the device has no such interface
 */
export const parseInterface = defineModule({
  name: 'parse_interface',
  kind: 'read',
  permission: 'device_show',
  summary: 'Interface by bind key, ifIndex or name',
  args: oneInterfaceArgs,
  result: Interface,
  example: { ...examplePort, descr: 'GigabitEthernet0/3', if_type: 6 },
})
