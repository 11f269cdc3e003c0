/** A process of simulated switches, so that their work is not that of the service. Arguments: port, addresses. */
import { createSwitch, startDevice } from '@linecard/simulator'

const [port, ...addresses] = process.argv.slice(2)
for (const ip of addresses)
  await startDevice({
    ip,
    port: Number(port),
    simulated: createSwitch({ vendor: 'dlink', model: 'DES-3200-10/C1', name: `sw ${ip}`, ip }),
  })
process.send!({ ready: addresses.length })
process.on('disconnect', () => process.exit(0))
