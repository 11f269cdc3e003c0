import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { counterOrNull, examplePort, perInterface } from './shapes.ts'

/** Error and discard counters of ifTable; 32-bit on every device. */
export const errors = defineModule({
  name: 'errors',
  kind: 'read',
  permission: 'device_show',
  summary: 'Error and discard counters of ports',
  args: interfaceArgs,
  result: perInterface({
    in_errors: counterOrNull('ifInErrors, packets'),
    out_errors: counterOrNull('ifOutErrors, packets'),
    in_discards: counterOrNull('ifInDiscards, packets'),
    out_discards: counterOrNull('ifOutDiscards, packets'),
  }),
  example: [{ interface: examplePort, in_errors: 0, out_errors: 0, in_discards: 3, out_discards: 0 }],
})
