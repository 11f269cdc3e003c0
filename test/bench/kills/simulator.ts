/**
 * Switches in a process of their own, which no kill ends. Each SET that a switch accepts is a line of the
 * given file: `{"ip": …, "value": …}`. Arguments: the file, the number of switches.
 */
import { appendFileSync } from 'node:fs'
import { createSwitch, startDevice } from '@linecard/simulator'

const file = process.argv[2]!
const count = Number(process.argv[3])
const network = process.argv[4]!
const switches = []
for (let at = 1; at <= count; at++) {
  const ip = `${network}.${at}`
  const simulated = createSwitch({ vendor: 'huawei', model: 'S5328C-EI', name: `kill${at}`, seed: ip, ip })
  const device = await startDevice({ ip, port: 0, simulated })
  device.behaviour = {
    tamper(answer, { type }) {
      if (type === 'set' && answer.status === 0)
        for (const { value } of answer.varbinds)
          appendFileSync(file, `${JSON.stringify({ ip, value: String(value) })}\n`)
      return answer
    },
  }
  switches.push({ ip, port: device.port, ports: simulated.ports.slice(0, 8).map(({ ifIndex }) => ifIndex) })
}
process.send!(switches)
process.on('disconnect', () => process.exit(0))
