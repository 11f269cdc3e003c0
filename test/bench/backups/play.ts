/** Plays a part of the switches, in a process of its own. Sends "ready" to its parent, and ends with it. */
import { createSwitch, startDevice } from '@linecard/simulator'
import { account, ports } from '../cli/switches.ts'
import { devicesOf } from './devices.ts'

const [count, from, to] = process.argv.slice(2).map(Number) as [number, number, number]
for (const { ip, vendor, model } of devicesOf(count).slice(from, to)) {
  const simulated = createSwitch({ vendor, model, name: 'bench', location: `shelf of ${ip}`, seed: ip, ip })
  await startDevice({
    ip,
    port: ports.snmp,
    simulated,
    console: { ssh: ports.ssh, telnet: ports.telnet, ...account },
  })
}
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
