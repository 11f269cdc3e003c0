/** The simulated network of an installation, as a script in its folder that uses the packed simulator. */
export const networkScript = `
import { createSwitch, startDevice } from '@linecard/simulator'

const [dlinkIp, acmeIp, recording] = process.argv.slice(2)
const simulated = createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name: 'sw-oak-12', ip: dlinkIp })
const devices = [
  await startDevice({ ip: dlinkIp, port: 0, simulated }),
  await startDevice({ ip: acmeIp, port: 0, recording }),
]
console.log(JSON.stringify(devices.map(({ ip, port }) => ({ ip, port }))))
process.once('SIGTERM', async () => {
  for (const device of devices) await device.stop()
})
`

export interface Place {
  ip: string
  port: number
}
