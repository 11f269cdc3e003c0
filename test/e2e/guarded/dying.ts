/**
 * A process that dies in the middle of a guarded change: `dying.ts <SNMP port> <telnet port>`. It says
 * `changed` when the change is made.
 */
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import { startEquipment, targetAt } from './living.ts'

const target = targetAt({ snmp: Number(process.argv[2]), telnet: Number(process.argv[3]) })
const equipment = startEquipment()
await equipment.guarded(target, { what: 'a change', revertAfterSec: 300, caller: null }, async ({ hold }) => {
  await equipment.call(
    target,
    multiConsoleCommand,
    { commands: ['configure terminal', 'hostname sw-lost', 'end'] },
    { hold },
  )
  process.send!('changed')
  await new Promise(() => undefined)
})
