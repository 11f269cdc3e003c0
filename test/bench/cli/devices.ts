/**
 * The first switches of the benchmark, in a process of their own as real devices are. Sends "ready" to its parent,
 * and ends with it. Argument: how many.
 */
import { createSwitch, startDevice } from '@linecard/simulator'
import { account, ports, switches } from './switches.ts'

for (const { ip, vendor, model } of switches.slice(0, Number(process.argv[2]))) {
  const simulated = createSwitch({ vendor, model, name: 'bench', seed: ip, ip })
  await startDevice({
    ip,
    port: ports.snmp,
    simulated,
    console: { telnet: ports.telnet, ssh: ports.ssh, ...account },
  })
}
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
